#include "harness/run/run_directory.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"
#include "harness/run/temporary_folder.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& file) {
    std::ofstream(file) << "x";
}

TEST(RunDirectory, NewAndEmptyOnesAreFineForAll) {
    const TemporaryDirectory directory;
    for (const auto mode : {Existing::refuse, Existing::resume, Existing::replace}) {
        EXPECT_NO_THROW(RunDirectory(directory.path() / "a/b", mode));
        EXPECT_NO_THROW(RunDirectory(directory.path() / "a/b", mode));
    }
}

TEST(RunDirectory, AForeignDirectoryIsNeverUsed) {
    const TemporaryDirectory directory;
    put(directory.path() / "thesis.tex");
    for (const auto mode : {Existing::refuse, Existing::resume, Existing::replace})
        EXPECT_THROW(RunDirectory(directory.path(), mode), Error);
    EXPECT_TRUE(fs::exists(directory.path() / "thesis.tex"));
    EXPECT_THROW(RunDirectory(directory.path() / "thesis.tex", Existing::refuse), Error);
}

TEST(RunDirectory, ARunIsResumedOrReplacedButNotOverwritten) {
    const TemporaryDirectory directory;
    put(directory.path() / "journal.jsonl");
    put(directory.path() / "report.json");
    put(directory.path() / "notes.txt");
    EXPECT_THROW(RunDirectory(directory.path(), Existing::refuse), Error);
    EXPECT_NO_THROW(RunDirectory(directory.path(), Existing::resume));
    EXPECT_TRUE(fs::exists(directory.path() / "report.json"));
    EXPECT_NO_THROW(RunDirectory(directory.path(), Existing::replace));
    EXPECT_FALSE(fs::exists(directory.path() / "report.json"));
    EXPECT_TRUE(fs::exists(directory.path() / "notes.txt"));
}

TEST(RunDirectory, LeftoversOfAKillBeforeTheJournalDoNotBlock) {
    const TemporaryDirectory directory;
    put(directory.path() / ".journal.jsonl.42.tmp");
    const RunDirectory run(directory.path(), Existing::refuse);
    run.remove_scratch();
    EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(RunDirectory, TwoRunsNeverShareOne) {
    const TemporaryDirectory directory;
    const RunDirectory first(directory.path() / "run", Existing::resume);
    EXPECT_THROW(RunDirectory(directory.path() / "run", Existing::resume), Error);
}

TEST(RunDirectory, AnUnwritablePlaceIsOneLine) {
    try {
        const RunDirectory run("/proc/hopbench/run", Existing::refuse);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
}

TEST(TemporaryFolder, IsGoneBeforeASignalEndsTheProcess) {
    const TemporaryDirectory directory;
    const auto told = directory.path() / "told";
    EXPECT_EXIT(
        {
            const TemporaryFolder folder;
            put(folder.path() / "file");
            raise(SIGTERM);
            std::ofstream(told) << folder.path().string();
        },
        testing::KilledBySignal(SIGTERM), "");
    const auto folder = file_content(told);
    EXPECT_NE(folder, "");
    EXPECT_FALSE(fs::exists(folder)) << folder;
}

}  // namespace
}  // namespace hopbench
