#include "harness/report/samples_bin.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/model/error.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

class SamplesBinTest : public testing::Test {
  protected:
    fixture::TemporaryDirectory directory_;
    std::filesystem::path file_ = directory_.path() / "samples.bin";

    [[nodiscard]] SamplesFile write(std::size_t count) const {
        SamplesBinWriter writer(file_);
        std::vector<double> values;
        for (std::size_t i = 0; i < count; ++i) values.push_back(1e-6 * static_cast<double>(i));
        const std::size_t half = count / 2;
        EXPECT_EQ(writer.append(std::span(values).first(half)), 0u);
        EXPECT_EQ(writer.append(std::span(values).subspan(half)), half);
        return writer.finish();
    }
};

TEST_F(SamplesBinTest, BytesAndSumAreKnown) {
    SamplesBinWriter writer(file_);
    const double values[] = {1.0, -2.5};
    EXPECT_EQ(writer.append(values), 0u);
    const auto facts = writer.finish();
    EXPECT_EQ(facts.file, "samples.bin");
    EXPECT_EQ(facts.count, 2u);
    EXPECT_EQ(fixture::read_text(file_), std::string("\0\0\x80\x3f\0\0\x20\xc0", 8));
    // printf '\0\0\200\077\0\0\040\300' | sha256sum
    EXPECT_EQ(facts.sha256, "48943f7a0ea247f8e3c9386d0c5822fe181d323a9289980426638cc4e72a43e1");
}

TEST_F(SamplesBinTest, LargerThanTheBufferReadsBack) {
    const auto facts = write(200'000);
    const SamplesBin samples(file_, facts);
    EXPECT_NO_THROW(samples.verify());
    const auto some = samples.read(199'998, 2);
    ASSERT_EQ(some.size(), 2u);
    EXPECT_EQ(some[1], static_cast<float>(1e-6 * 199'999));
    EXPECT_TRUE(samples.read(200'000, 0).empty());
}

TEST_F(SamplesBinTest, BoundsAreChecked) {
    const auto facts = write(10);
    const SamplesBin samples(file_, facts);
    EXPECT_THROW((void)samples.read(9, 2), Error);
    EXPECT_THROW((void)samples.read(11, 0), Error);
    EXPECT_THROW((void)samples.read(UINT64_MAX, 2), Error);
    EXPECT_THROW((void)samples.read(1, UINT64_MAX), Error);
}

TEST_F(SamplesBinTest, CutOrChangedIsNamed) {
    const auto facts = write(10);
    auto text = fixture::read_text(file_);
    text[3] = static_cast<char>(text[3] ^ 1);
    fixture::write_text(file_, text);
    EXPECT_THROW(SamplesBin(file_, facts).verify(), Error);
    fixture::write_text(file_, text.substr(0, 39));
    EXPECT_THROW(SamplesBin(file_, facts), Error);
    EXPECT_THROW(SamplesBin(directory_.path() / "none", facts), Error);
}

TEST_F(SamplesBinTest, WithoutFinishNothingIsLeft) {
    {
        SamplesBinWriter writer(file_);
        const double values[] = {1.0};
        (void)writer.append(values);
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
    EXPECT_THROW(SamplesBinWriter("/nonexistent-directory/samples.bin"), Error);
}

}  // namespace
}  // namespace hopbench
