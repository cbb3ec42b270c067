#include "bench/hostcopy/host_check.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

constexpr std::uint64_t key = 9;

class HostCheckOf3Slices : public ::testing::Test {
  protected:
    void write_all() { write_pattern(memory_, 0, key); }
    CaseRecord findings() {
        CaseRecord record;
        record.name.src = 3;
        check_.finish(record);
        return record;
    }

    SliceLayout slices_ = slices_of(1000, 3);
    std::vector<unsigned char> memory_ = std::vector<unsigned char>(slices_.extent());
    HostCheck check_{memory_.data(), slices_, key};
};

TEST_F(HostCheckOf3Slices, VerifiesWhatWasWrittenAfterThePoison) {
    check_.poison();
    write_all();
    check_.check(true);
    write_all();
    check_.check(false);
    const auto record = findings();
    EXPECT_EQ(record.status, Status::ok);
    EXPECT_EQ(record.verification.status, "verified");
    EXPECT_EQ(record.verification.samples_checked, 2u);
    EXPECT_EQ(record.verification.bytes_checked, 6000u);
}

TEST_F(HostCheckOf3Slices, OldContentCannotPass) {
    write_all();
    check_.poison();
    check_.check(false);
    const auto record = findings();
    EXPECT_EQ(record.status, Status::corrupt);
    EXPECT_GT(record.verification.mismatches, 2900u);  // a poisoned byte may be right by chance
}

TEST_F(HostCheckOf3Slices, NamesCountAndFirstPlace) {
    write_all();
    const std::uint64_t second = slices_.stride + 17;
    memory_[second] ^= 0x80;
    memory_[slices_.stride * 2] ^= 1;
    memory_[1001] ^= 1;  // between two slices: nobody's
    check_.check(false);
    const auto record = findings();
    EXPECT_EQ(record.verification.status, "corrupt");
    EXPECT_EQ(record.verification.mismatches, 2u);
    EXPECT_EQ(
        record.reason,
        "2 of 3000 checked bytes in host memory are not what GPU 3 sent (the first at offset " +
            std::to_string(second) + ")");
}

TEST_F(HostCheckOf3Slices, NothingCheckedIsUnverified) {
    EXPECT_EQ(findings().verification.status, "unverified");
}

}  // namespace
}  // namespace hopbench
