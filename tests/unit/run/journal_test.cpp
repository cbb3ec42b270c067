#include "harness/run/journal.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

const JournalHeader header{.plan_sha256 = "p",
                           .tool_version = "0",
                           .started = "2030-01-01T00:00:00Z",
                           .host = "h",
                           .command = "hopbench run \"x\"",
                           .options = {{"--seed", "1"}, {"--cases", "*"}}};

void write_some(const std::filesystem::path& file) {
    JournalWriter writer(file, header);
    writer.begin_block({.block = 0, .started = "s", .boot_id = "b", .jobs = {}, .retries = {}});
    writer.end_job({.ordinal = 3,
                    .block = 0,
                    .position = 3,
                    .variant = "slow",
                    .status = Status::crashed,
                    .reason = "why\n\"so\"",
                    .has_samples = true,
                    .wall_seconds = 1.5});
    writer.retry_job(0, "killed");
    writer.end_block(0, 2.5);
    writer.begin_block({.block = 1, .started = "s", .boot_id = "b", .jobs = {}, .retries = {}});
}

TEST(Journal, RoundTrips) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "journal.jsonl";
    write_some(file);
    const auto content = read_journal(file);
    ASSERT_TRUE(content.header);
    EXPECT_EQ(content.header->options, header.options);
    EXPECT_EQ(content.header->command, header.command);
    ASSERT_EQ(content.blocks.size(), 2u);
    EXPECT_TRUE(content.blocks[0].ended);
    EXPECT_FALSE(content.blocks[1].ended);
    ASSERT_EQ(content.blocks[0].jobs.size(), 1u);
    const auto& job = content.blocks[0].jobs[0];
    EXPECT_EQ(job.ordinal, 3);
    EXPECT_EQ(job.variant, "slow");
    EXPECT_EQ(job.status, Status::crashed);
    EXPECT_EQ(job.reason, "why\n\"so\"");
    EXPECT_TRUE(job.has_samples);
    EXPECT_EQ(content.blocks[0].retries, std::vector<std::string>{"killed"});
    EXPECT_EQ(content.wall_seconds, 2.5);
    EXPECT_FALSE(content.complete);
    EXPECT_EQ(content.good_bytes, std::filesystem::file_size(file));
}

TEST(Journal, CutAnywhereItReadsWholeLinesAndGoesOn) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "journal.jsonl", cut = directory.path() / "cut";
    write_some(file);
    const auto text = file_content(file);
    for (std::size_t length = 0; length < text.size(); ++length) {
        std::ofstream(cut, std::ios::trunc) << text.substr(0, length);
        const auto content = read_journal(cut);
        const auto whole = text.rfind('\n', length == 0 ? 0 : length - 1);
        const std::size_t expected =
            length == 0 || whole == std::string::npos || whole >= length ? 0 : whole + 1;
        ASSERT_EQ(content.good_bytes, expected) << length;
        if (!content.header) continue;
        JournalWriter(cut, content).complete();
        const auto again = read_journal(cut);
        EXPECT_TRUE(again.complete);
        EXPECT_EQ(again.blocks.size(), content.blocks.size());
    }
}

TEST(Journal, ALastLineOfZeroesIsDropped) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "journal.jsonl";
    write_some(file);
    const auto size = std::filesystem::file_size(file);
    std::ofstream(file, std::ios::app) << std::string(100, '\0') << '\n';
    EXPECT_EQ(read_journal(file).good_bytes, size);
}

TEST(Journal, DamageInTheMiddleNamesTheLine) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "journal.jsonl";
    write_some(file);
    auto text = file_content(file);
    text[text.find('\n') + 3] = '\n';
    std::ofstream(file, std::ios::trunc) << text;
    try {
        (void)read_journal(file);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("line 2"), std::string::npos) << error.what();
    }
    std::ofstream(file, std::ios::trunc) << "{\"schema\":\"other/1\"}\n";
    EXPECT_THROW((void)read_journal(file), Error);
}

TEST(Journal, APipeIsRefusedAndNotWaitedFor) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "journal.jsonl";
    EXPECT_FALSE(read_journal(file).header);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_THROW((void)read_journal(file), Error);
}

TEST(Journal, IsNeverOverwritten) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "journal.jsonl";
    write_some(file);
    EXPECT_THROW(JournalWriter(file, header), Error);
    EXPECT_FALSE(read_journal(directory.path() / "none").header);
}

}  // namespace
}  // namespace hopbench
