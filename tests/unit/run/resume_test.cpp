#include <gtest/gtest.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

struct Killed {};

/// Throws in place of the n-th start: what a SIGKILL leaves on disk.
FakeLauncher::Script killed_at(int n) {
    return [=](int index, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        if (index == n) throw Killed{};
        write_fake_samples(request);
        return LaunchEnd{.why = {}};
    };
}

TEST(Resume, EqualsAnUninterruptedRunWhereverItWasKilled) {
    const TemporaryDirectory directory;
    auto setup = fake_setup(3);
    FakeLauncher fine;
    (void)run_fake(setup, directory.path() / "fine", fine);
    const auto expected = stable_content(directory.path() / "fine");
    for (int kill = 0; kill < 18; ++kill) {
        const auto path = directory.path() / std::to_string(kill);
        FakeLauncher first(killed_at(kill)), second;
        setup.parallel = 1 + kill % 3;
        EXPECT_THROW((void)run_fake(setup, path, first), Killed);
        setup.parallel = 1 + (kill + 1) % 3;
        const auto result = run_fake(setup, path, second, Existing::resume);
        EXPECT_EQ(result.outcome, Outcome::complete);
        EXPECT_EQ(stable_content(path), expected) << kill;
    }
}

TEST(Resume, EqualsAlsoWithTheJournalCutAnywhere) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(2);
    FakeLauncher fine, first(killed_at(11));
    (void)run_fake(setup, directory.path() / "fine", fine);
    EXPECT_THROW((void)run_fake(setup, directory.path() / "run", first), Killed);
    const auto journal = file_content(directory.path() / "run" / "journal.jsonl");
    const auto header = journal.find('\n') + 1;
    for (std::size_t cut = header; cut <= journal.size(); cut += 193) {
        const auto path = directory.path() / "cut";
        fs::remove_all(path);
        fs::copy(directory.path() / "run", path, fs::copy_options::recursive);
        std::ofstream(path / "journal.jsonl", std::ios::trunc) << journal.substr(0, cut);
        FakeLauncher second;
        (void)run_fake(setup, path, second, Existing::resume);
        EXPECT_EQ(stable_content(path), stable_content(directory.path() / "fine")) << cut;
    }
}

TEST(Resume, ACompletedRunIsLeftAlone) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(1);
    FakeLauncher first, second;
    (void)run_fake(setup, directory.path() / "run", first);
    const auto before = file_content(directory.path() / "run" / "report.json");
    const auto result = run_fake(setup, directory.path() / "run", second, Existing::resume);
    EXPECT_EQ(result.outcome, Outcome::already_complete);
    EXPECT_EQ(second.started, 0);
    EXPECT_EQ(file_content(directory.path() / "run" / "report.json"), before);
}

TEST(Resume, OtherOptionsAreRefusedByName) {
    const TemporaryDirectory directory;
    FakeLauncher first, second;
    (void)run_fake(fake_setup(1, 1), directory.path() / "run", first);
    const auto before = file_content(directory.path() / "run" / "journal.jsonl");
    try {
        (void)run_fake(fake_setup(1, 2), directory.path() / "run", second, Existing::resume);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
        EXPECT_NE(std::string(error.what()).find("--seed was \"1\" and is \"2\""),
                  std::string::npos)
            << error.what();
    }
    EXPECT_EQ(file_content(directory.path() / "run" / "journal.jsonl"), before);
}

TEST(Resume, AnotherPlanUnderEqualOptionsIsRefused) {
    const TemporaryDirectory directory;
    FakeLauncher first, second;
    auto setup = fake_setup(1);
    (void)run_fake(setup, directory.path() / "run", first);
    setup.plan.sha256 = "other";
    EXPECT_THROW((void)run_fake(setup, directory.path() / "run", second, Existing::resume), Error);
    EXPECT_EQ(second.started, 0);
}

TEST(Resume, ALostSamplesFileCostsItsBlockOnly) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(3);
    FakeLauncher fine, first(killed_at(14)), second;
    (void)run_fake(setup, directory.path() / "fine", fine);
    EXPECT_THROW((void)run_fake(setup, directory.path() / "run", first), Killed);
    for (const auto& entry : fs::directory_iterator(directory.path() / "run" / "work"))
        if (entry.path().filename().string().starts_with("b000-p03")) fs::remove(entry.path());
    (void)run_fake(setup, directory.path() / "run", second, Existing::resume);
    EXPECT_EQ(second.started, 12);
    EXPECT_EQ(stable_content(directory.path() / "run"), stable_content(directory.path() / "fine"));
}

}  // namespace
}  // namespace hopbench
