#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "harness/model/error.hpp"
#include "harness/protocol/samples_reader.hpp"
#include "harness/protocol/samples_writer.hpp"

namespace hopbench {
namespace {

SamplesHeader header() {
    return {.executable = "hopbench-latency",
            .version = "0.1.0",
            .model = ModelIdentity{.name = "m", .sha256 = "abc"},
            .driver_version = "13.0",
            .runtime_version = "13.0",
            .methods = {{"latency/oneshot", 1}},
            .devices = {{.index = 0,
                         .name = "SIMULATED \xff GPU",
                         .uuid = "GPU-1",
                         .bdf = "0000:01:00.0",
                         .sm = {12, 0}}},
            .binding = {
                .requested = "none", .cpus = "0-127", .mem_nodes = "default", .source = "model"}};
}

CaseRecord record() {
    CaseRecord r;
    r.name = *parse_case_name("latency/oneshot/src:0/dst:1/bytes:4");
    r.direction = "push";
    r.engine = "ce";
    r.verification = {.status = "verified",
                      .samples_checked = 3,
                      .bytes_checked = 12,
                      .mismatches = 0,
                      .note = ""};
    r.placement = {.where = "none"};
    r.notes = {{"window_ops", 16}};
    r.series.push_back({.metric = "completion",
                        .unit = "s",
                        .better = Better::lower,
                        .margin_kind = MarginKind::latency,
                        .quantum = 1e-9,
                        .values = {1.3e-05, std::nan(""), 1.25e-05}});
    return r;
}

class SamplesFileTest : public testing::Test {
  protected:
    std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                  ("hopbench-samples-test-" + std::to_string(getpid()));
    void SetUp() override { write_whole(); }
    void write_whole() const {
        SamplesWriter writer(file_, header());
        writer.append(record());
        writer.append(record());
        writer.finish();
    }
    void TearDown() override { std::filesystem::remove(file_); }
    [[nodiscard]] std::string text() const {
        std::ostringstream all;
        all << std::ifstream(file_).rdbuf();
        return all.str();
    }
    void write(const std::string& content) const { std::ofstream(file_) << content; }
};

TEST_F(SamplesFileTest, RoundTrips) {
    const auto content = read_samples_file(file_);
    EXPECT_TRUE(content.complete);
    ASSERT_EQ(content.cases.size(), 2u);
    EXPECT_EQ(content.header.model->sha256, "abc");
    EXPECT_EQ(content.header.devices.at(0).sm, (std::vector<int>{12, 0}));
    EXPECT_EQ(content.header.binding.cpus, "0-127");
    const auto& read = content.cases[0];
    EXPECT_EQ(read.name, record().name);
    EXPECT_EQ(read.status, Status::ok);
    EXPECT_EQ(read.verification, record().verification);
    EXPECT_EQ(read.notes.at("window_ops"), 16);
    ASSERT_EQ(read.series.size(), 1u);
    EXPECT_EQ(read.series[0].values[0], 1.3e-05);
    EXPECT_TRUE(std::isnan(read.series[0].values[1]));
}

TEST_F(SamplesFileTest, CutAnywhereIsIncompleteOrNamed) {
    const auto whole = text();
    const auto first = whole.find('\n') + 1;
    for (std::size_t length = first; length < whole.size(); length += 7) {
        write(whole.substr(0, length));
        const auto content = read_samples_file(file_);
        EXPECT_FALSE(content.complete) << length;
        EXPECT_LE(content.cases.size(), 2u);
    }
}

TEST_F(SamplesFileTest, DamageInTheMiddleIsAnError) {
    auto whole = text();
    whole[whole.find('\n') + 3] = '\x01';
    write(whole);
    try {
        (void)read_samples_file(file_);
        FAIL() << "no error";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::usage);
        EXPECT_NE(std::string(e.what()).find("line 2"), std::string::npos) << e.what();
    }
}

TEST_F(SamplesFileTest, ImpossibleNumbersAreNamed) {
    const auto refused = [&](const std::string& from, const std::string& to) -> std::string {
        auto damaged = text();
        const auto at = damaged.find(from);
        if (at == std::string::npos) return "no " + from;
        write(damaged.replace(at, from.size(), to));
        try {
            (void)read_samples_file(file_);
        } catch (const Error& e) {
            return e.why();
        }
        return "no error";
    };
    EXPECT_EQ(refused("1.3e-05", "1e300"), "field \"values\" is out of range");
    write_whole();
    EXPECT_EQ(refused("\"quantum\":1e-09", "\"quantum\":-1"), "field \"quantum\" is out of range");
}

TEST(SamplesWriterTest, UnwritablePathIsNamed) {
    try {
        SamplesWriter writer("/nonexistent-directory/samples", header());
        FAIL() << "no error";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("/nonexistent-directory/samples"), std::string::npos);
    }
}

}  // namespace
}  // namespace hopbench
