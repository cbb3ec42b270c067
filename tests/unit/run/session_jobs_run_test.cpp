#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/run/session_evidence.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

/// Capabilities, evidence of baseline and topo-xml, then one block of all-reduce and p2p.
const FakePlan everything{.cases = "p2p/*,allreduce/out_of_place/*/bytes:8",
                          .variants = {.names = {"topo-xml"}, .definitions = {}}};
constexpr int session_jobs = 3, block_jobs = 2 * 2 * 3;

bool is_session_job(const LaunchRequest& request) {
    return request.out.filename().string().starts_with("session-");
}

TEST(SessionJobsRun, ComeFirstOnceAndFillTheReport) {
    const TemporaryDirectory directory;
    FakeLauncher launcher;
    const auto setup = fake_setup(2, 1, everything);
    const auto result = run_fake(setup, directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(launcher.started, session_jobs + 2 * block_jobs);
    for (int i = 0; i < launcher.started; ++i)
        EXPECT_EQ(is_session_job(launcher.requests[static_cast<std::size_t>(i)]), i < session_jobs);
    const auto& capabilities = result.report->capabilities;
    ASSERT_EQ(capabilities.size(), 6u * 4);
    EXPECT_EQ(capabilities[0].step, "attributes");
    EXPECT_EQ(capabilities[1].dst, 2);
    EXPECT_EQ(capabilities.back().step, "sm_store");
    EXPECT_EQ(capabilities.back().verification.status, "verified");
    ASSERT_EQ(result.report->nccl.size(), 2u);
    EXPECT_EQ(result.report->nccl[1].variant, "topo-xml");
    EXPECT_EQ(result.report->nccl[1].status, Status::ok);
    EXPECT_EQ(result.report->invocations.block.size(), 2u * block_jobs);
    for (const auto& cell : result.report->cells)
        if (cell.key.family == "allreduce") {
            EXPECT_EQ(cell.pair_class, PairClass::collective);
            EXPECT_EQ(cell.key.ranks, 3);
            EXPECT_EQ(cell.key.engine, "nccl/float/sum");
        }
}

TEST(SessionJobsRun, OnlyTheEvidenceAsksNcclToTalk) {
    const TemporaryDirectory directory;
    FakeLauncher launcher;
    (void)run_fake(fake_setup(1, 1, everything), directory.path() / "run", launcher);
    int talking = 0;
    for (const auto& request : launcher.requests) {
        const bool talks = request.environment.contains("NCCL_DEBUG");
        talking += talks;
        EXPECT_EQ(request.environment.contains("NCCL_TOPO_DUMP_FILE"), talks);
        EXPECT_TRUE(!talks || is_session_job(request));
    }
    EXPECT_EQ(talking, 2);
    EXPECT_TRUE(fs::is_directory(directory.path() / "run/evidence/baseline"));
}

TEST(SessionJobsRun, WithoutProofATopologyFileIsNotApplied) {
    const TemporaryDirectory directory;
    FakeLauncher launcher;  // writes no evidence
    const auto result = run_fake(fake_setup(1, 1, everything), directory.path() / "run", launcher);
    EXPECT_EQ(result.not_applied, 1);
    ASSERT_TRUE(result.report);
    EXPECT_FALSE(result.report->variants[2].treatment.applied);
    EXPECT_FALSE(result.report->variants[2].treatment.evidence.empty());
    EXPECT_TRUE(result.report->variants[0].treatment.applied);
    EXPECT_TRUE(result.report->variants[1].treatment.applied);
}

TEST(SessionJobsRun, AHangCostsItsPairAndTheRestGoesOn) {
    const TemporaryDirectory directory;
    // The second pair's third step, ce_push of 0 to 2, never ends.
    FakeLauncher launcher([](int index, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        write_fake_samples(request, index == 0 ? 6 : -1);
        if (index == 0) return LaunchEnd{.kind = EndKind::hung, .code = SIGTERM, .why = {}};
        return LaunchEnd{.why = {}};
    });
    const auto result = run_fake(fake_setup(1, 1, everything), directory.path() / "run", launcher);
    EXPECT_EQ(launcher.started, session_jobs + 1 + block_jobs);
    ASSERT_TRUE(result.report);
    std::map<Status, int> statuses;
    for (const auto& one : result.report->capabilities) {
        ++statuses[one.status];
        if (one.status == Status::ok) continue;
        EXPECT_EQ(one.src, 0);
        EXPECT_EQ(one.dst, 2);
        EXPECT_EQ(one.status, one.step == "ce_push" ? Status::hung : Status::refused);
        EXPECT_FALSE(one.reason.empty());
    }
    EXPECT_EQ(statuses[Status::hung], 1);
    EXPECT_EQ(statuses[Status::refused], 1);
    for (const auto& cell : result.report->cells) {
        const bool excluded = cell.key.src == 0 && cell.key.dst == 2;
        EXPECT_EQ(cell.invocations.status[0], excluded ? Status::hung : Status::ok);
        const auto& reason = result.report->reasons[cell.invocations.reason[0]];
        EXPECT_EQ(reason.find("ce_push") != std::string::npos, excluded) << reason;
    }
}

TEST(SessionJobsRun, TwoDeadProcessesInARowAreNotTheCasesFault) {
    const TemporaryDirectory directory;
    FakeLauncher launcher([](int, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        write_fake_samples(request, is_session_job(request) ? 0 : -1);
        if (!is_session_job(request)) return LaunchEnd{.why = {}};
        return LaunchEnd{.kind = EndKind::signalled, .code = SIGSEGV, .why = {}};
    });
    const auto result = run_fake(fake_setup(1, 1, everything), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    int crashed = 0;
    for (const auto& one : result.report->capabilities) crashed += one.status == Status::crashed;
    EXPECT_EQ(crashed, 2);
    EXPECT_EQ(result.report->capabilities.back().status, Status::refused);
    EXPECT_EQ(result.report->nccl[0].status, Status::crashed);
    EXPECT_EQ(result.outcome, Outcome::complete);
}

struct Killed {};

TEST(SessionJobsRun, ResumedFromAnywhereTheReportIsTheSame) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(1, 1, everything);
    FakeLauncher fine;
    (void)run_fake(setup, directory.path() / "fine", fine);
    for (int kill = 0; kill < session_jobs + block_jobs; ++kill) {
        FakeLauncher first([=](int index, const LaunchRequest& request) {
            if (index == kill) throw Killed{};
            write_fake_samples(request);
            return std::optional(LaunchEnd{.why = {}});
        });
        FakeLauncher second;
        const auto path = directory.path() / std::to_string(kill);
        EXPECT_THROW((void)run_fake(setup, path, first), Killed);
        const auto result = run_fake(setup, path, second, Existing::resume);
        EXPECT_EQ(result.outcome, Outcome::complete);
        EXPECT_EQ(stable_content(path), stable_content(directory.path() / "fine")) << kill;
        const int again = kill < session_jobs ? session_jobs - kill : 0;
        EXPECT_EQ(second.started, again + block_jobs) << kill;
    }
}

TEST(SessionJobsRun, OneThatTookTheMachineDownIsNotTriedAgain) {
    const TemporaryDirectory directory;
    auto setup = fake_setup(1, 1, everything);
    setup.facts.probe.model.reset();
    setup.facts.boot_id = "before";
    FakeLauncher first(
        [](int, const LaunchRequest&) -> std::optional<LaunchEnd> { throw Killed{}; });
    EXPECT_THROW((void)run_fake(setup, directory.path() / "run", first), Killed);
    setup.facts.boot_id = "after";
    FakeLauncher second;
    const auto result = run_fake(setup, directory.path() / "run", second, Existing::resume);
    // Nor are the blocks' transfers between the same pairs: half of the invocations.
    EXPECT_EQ(second.started, session_jobs - 1 + block_jobs / 2);
    ASSERT_TRUE(result.report);
    for (const auto& one : result.report->capabilities) EXPECT_EQ(one.status, Status::crashed_host);
    for (const auto& cell : result.report->cells)
        EXPECT_EQ(cell.invocations.status[0],
                  cell.key.family == "p2p" ? Status::crashed_host : Status::ok);
}

TEST(SessionJobsRun, AnAllReduceThatHungIsNotTriedInTheBlocks) {
    const TemporaryDirectory directory;
    // The second job before the blocks, the baseline's evidence, never ends.
    FakeLauncher launcher([](int index, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        write_fake_samples(request, index == 1 ? 0 : -1);
        if (index == 1) return LaunchEnd{.kind = EndKind::hung, .code = SIGTERM, .why = {}};
        return LaunchEnd{.why = {}};
    });
    const auto result = run_fake(fake_setup(1, 1, everything), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.report->nccl[0].status, Status::hung);
    EXPECT_EQ(launcher.started, session_jobs + block_jobs - 2 * 2);  // baseline's and control's
    for (const auto& cell : result.report->cells) {
        const bool excluded = cell.key.family == "allreduce" && cell.key.variant != "topo-xml";
        EXPECT_EQ(cell.invocations.status[0], excluded ? Status::hung : Status::ok);
        const auto& reason = result.report->reasons[cell.invocations.reason[0]];
        EXPECT_EQ(reason.find("allreduce/sizes") != std::string::npos, excluded) << reason;
    }
}

TEST(SessionJobsRun, InterruptedThereIsNoReportAndNothingIsLost) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(1, 1, everything);
    FakeLauncher first([](int index, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        if (index == 1) return std::nullopt;
        write_fake_samples(request);
        return LaunchEnd{.why = {}};
    });
    const auto result = run_fake(setup, directory.path() / "run", first, Existing::refuse,
                                 [&] { return first.started >= 2 ? 1 : 0; });
    EXPECT_EQ(result.outcome, Outcome::interrupted);
    EXPECT_FALSE(result.report);
    FakeLauncher second, fine;
    (void)run_fake(setup, directory.path() / "run", second, Existing::resume);
    (void)run_fake(setup, directory.path() / "fine", fine);
    EXPECT_EQ(stable_content(directory.path() / "run"), stable_content(directory.path() / "fine"));
}

TEST(SessionJobsRun, AKillFromOutsideIsTriedOnceMore) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(1, 1, everything);
    FakeLauncher killed([](int index, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        write_fake_samples(request, index == 0 ? 3 : -1);
        if (index == 0) return LaunchEnd{.kind = EndKind::signalled, .code = SIGKILL, .why = {}};
        return LaunchEnd{.why = {}};
    });
    FakeLauncher fine;
    (void)run_fake(setup, directory.path() / "killed", killed);
    (void)run_fake(setup, directory.path() / "fine", fine);
    EXPECT_EQ(stable_content(directory.path() / "killed"),
              stable_content(directory.path() / "fine"));
}

}  // namespace
}  // namespace hopbench
