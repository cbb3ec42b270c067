#include "harness/run/session.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

/// Ends the n-th invocation so, after writing `cases` cases; all others end well.
FakeLauncher::Script only(int n, LaunchEnd end, int cases = 2) {
    return [=](int index, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        write_fake_samples(request, index == n ? cases : -1);
        return index == n ? end : LaunchEnd{.why = {}};
    };
}

int count_status(const Report& report, Status status) {
    int count = 0;
    for (const auto& cell : report.cells)
        for (const auto one : cell.invocations.status) count += one == status;
    return count;
}

TEST(Session, WritesACompleteReportAndKeepsNoScratch) {
    const TemporaryDirectory directory;
    FakeLauncher launcher;
    const auto result = run_fake(fake_setup(), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.outcome, Outcome::complete);
    EXPECT_EQ(result.blocks_done, 3);
    EXPECT_EQ(result.failed_invocations, 0);
    EXPECT_EQ(launcher.started, 18);
    EXPECT_EQ(result.report->invocations.block.size(), 18u);
    EXPECT_EQ(result.report->cells.size(), 6u * 3 * 3);  // pairs × metrics × variants
    for (const auto& cell : result.report->cells) EXPECT_EQ(cell.invocations.size(), 6u);
    for (const char* name : {"report.json", "samples.bin", "machine.json", "journal.jsonl", "logs"})
        EXPECT_TRUE(std::filesystem::exists(directory.path() / "run" / name)) << name;
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "run" / "work"));
}

TEST(Session, JobsGetTheVariablesOfTheirVariantAndTheirSeeds) {
    const TemporaryDirectory directory;
    FakeLauncher launcher;
    const auto setup = fake_setup(1);
    (void)run_fake(setup, directory.path() / "run", launcher);
    ASSERT_EQ(launcher.requests.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        const auto& job = setup.plan.jobs[i];
        const auto& environment = launcher.requests[i].environment;
        EXPECT_EQ(environment.contains("X"), job.variant == 2);
        EXPECT_EQ(environment.at("CUDA_MODULE_LOADING"), "EAGER");
        EXPECT_EQ(environment.at("HOPBENCH_SIM_SEED"),
                  std::to_string(invocation_seed(setup.plan.request.seeds, 0, job.position)));
        EXPECT_EQ(environment.at("HOPBENCH_SIM_T0"),
                  std::to_string(static_cast<int>(job.start_seconds)));
        EXPECT_EQ(environment.at("HOPBENCH_PAD"),
                  launcher.requests[0].environment.at("HOPBENCH_PAD"));
        EXPECT_EQ(launcher.requests[i].argv.front(), "/nowhere/hopbench-latency");
    }
}

TEST(Session, ParallelInvocationsChangeNothing) {
    const TemporaryDirectory directory;
    FakeLauncher one, four;
    auto setup = fake_setup();
    (void)run_fake(setup, directory.path() / "one", one);
    setup.parallel = 4;
    (void)run_fake(setup, directory.path() / "four", four);
    EXPECT_EQ(one.most_at_once, 1);
    EXPECT_EQ(four.most_at_once, 4);
    EXPECT_EQ(stable_content(directory.path() / "one"), stable_content(directory.path() / "four"));
}

TEST(Session, SeedsRepeatAndDiffer) {
    const TemporaryDirectory directory;
    FakeLauncher a, b, c;
    (void)run_fake(fake_setup(2, 1), directory.path() / "a", a);
    (void)run_fake(fake_setup(2, 1), directory.path() / "b", b);
    (void)run_fake(fake_setup(2, 2), directory.path() / "c", c);
    EXPECT_EQ(stable_content(directory.path() / "a"), stable_content(directory.path() / "b"));
    EXPECT_NE(file_content(directory.path() / "a/samples.bin"),
              file_content(directory.path() / "c/samples.bin"));
}

TEST(Session, ACrashIsRecordedInItsCellsAndTheSessionGoesOn) {
    const TemporaryDirectory directory;
    FakeLauncher launcher(only(4, {.kind = EndKind::signalled, .code = SIGSEGV, .why = {}}));
    const auto result = run_fake(fake_setup(), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.outcome, Outcome::complete);
    EXPECT_EQ(result.failed_invocations, 1);
    EXPECT_EQ(launcher.started, 18);
    EXPECT_EQ(result.report->invocations.status[4], Status::crashed);
    const auto& reason = result.report->reasons[result.report->invocations.reason[4]];
    EXPECT_NE(reason.find("SIGSEGV"), std::string::npos) << reason;
    // 2 of the 12 cases were written; a pair has oneshot (2 metrics) and issue_interval (1).
    EXPECT_EQ(count_status(*result.report, Status::crashed), 5 * 3);
    EXPECT_EQ(result.failed_numbers, 5 * 3);
}

TEST(Session, AHungChildIsRecordedAsHung) {
    const TemporaryDirectory directory;
    FakeLauncher launcher(only(0, {.kind = EndKind::hung, .code = SIGTERM, .why = {}}, 0));
    const auto result = run_fake(fake_setup(1), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(count_status(*result.report, Status::hung), 6 * 3);
    EXPECT_EQ(result.report->invocations.status[0], Status::hung);
}

TEST(Session, AWedgedChildKeepsEverybodyOffItsGpus) {
    const TemporaryDirectory directory;
    FakeLauncher launcher(only(7, {.kind = EndKind::wedged, .why = {}}, 0));
    const auto result = run_fake(fake_setup(3), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.outcome, Outcome::complete);
    EXPECT_EQ(launcher.started, 8);
    EXPECT_EQ(result.report->invocations.status[6], Status::ok);
    for (std::size_t i = 7; i < 18; ++i)
        EXPECT_EQ(result.report->invocations.status[i], Status::wedged);
}

TEST(Session, AKillFromOutsideIsTriedOnceMore) {
    const TemporaryDirectory directory;
    FakeLauncher killed(only(2, {.kind = EndKind::signalled, .code = SIGKILL, .why = {}})), fine;
    const auto result = run_fake(fake_setup(), directory.path() / "killed", killed);
    (void)run_fake(fake_setup(), directory.path() / "fine", fine);
    EXPECT_EQ(killed.started, 19);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.report->volatile_part.repeated_blocks.size(), 1u);
    EXPECT_EQ(stable_content(directory.path() / "killed"),
              stable_content(directory.path() / "fine"));
}

TEST(Session, AUsageErrorOfTheBenchEndsTheRunAndLeavesTheJournal) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup();
    FakeLauncher bad(only(9, {.kind = EndKind::exited, .code = 2, .why = {}})), good, fine;
    try {
        (void)run_fake(setup, directory.path() / "run", bad);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
    }
    (void)run_fake(setup, directory.path() / "run", good, Existing::resume);
    (void)run_fake(setup, directory.path() / "fine", fine);
    EXPECT_EQ(stable_content(directory.path() / "run"), stable_content(directory.path() / "fine"));
}

}  // namespace
}  // namespace hopbench
