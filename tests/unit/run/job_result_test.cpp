#include "harness/run/job_result.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

class JobResultTest : public testing::Test {
  protected:
    JobResult judge(const LaunchEnd& end) {
        return judge_end(end, request_, samples_, "logs/x.err");
    }
    void write(int cases) {
        write_plan_file(directory_.path() / "plan",
                        {.executable = "hopbench-latency",
                         .cases = cases_of(setup_.plan, setup_.plan.jobs[0])});
        write_fake_samples(request_, cases);
    }

    TemporaryDirectory directory_;
    SessionSetup setup_ = fake_setup(1);
    std::filesystem::path samples_ = directory_.path() / "samples";
    LaunchRequest request_{.argv = {"bench", "--plan", (directory_.path() / "plan").string(),
                                    "--samples", samples_.string()},
                           .environment = {},
                           .out = directory_.path() / "out",
                           .err = directory_.path() / "err",
                           .deadline_seconds = 60};
};

TEST_F(JobResultTest, OkNeedsExitZeroAndAWholeFile) {
    write(-1);
    EXPECT_EQ(judge({.why = {}}).status, Status::ok);
    EXPECT_EQ(judge({.code = 1, .why = {}}).status, Status::crashed);
    write(3);
    const auto cut = judge({.why = {}});
    EXPECT_EQ(cut.status, Status::crashed);
    ASSERT_TRUE(cut.content);
    EXPECT_EQ(cut.content->cases.size(), 3u);
}

TEST_F(JobResultTest, EveryEndHasItsStatusAndTheReasonNamesTheLog) {
    const std::vector<std::pair<EndKind, Status>> table{{EndKind::signalled, Status::crashed},
                                                        {EndKind::hung, Status::hung},
                                                        {EndKind::wedged, Status::wedged},
                                                        {EndKind::stopped, Status::interrupted},
                                                        {EndKind::not_started, Status::refused}};
    for (const auto& [kind, status] : table) {
        const auto result = judge({.kind = kind, .code = 11, .why = {}});
        EXPECT_EQ(result.status, status);
        EXPECT_NE(result.reason.find("logs/x.err"), std::string::npos);
    }
    EXPECT_EQ(judge({.code = 4, .why = {}}).status, Status::not_supported);
}

TEST_F(JobResultTest, ADamagedFileIsACrashWithoutPathsInItsReason) {
    std::ofstream(samples_) << "{\"schema\":\"x\"}\n{}\n";
    const auto result = judge({.why = {}});
    EXPECT_EQ(result.status, Status::crashed);
    EXPECT_EQ(result.reason.find(directory_.path().string()), std::string::npos) << result.reason;
}

TEST_F(JobResultTest, AnEmptyFileIsNoContent) {
    std::ofstream{samples_};
    const auto result = judge({.why = {}});
    EXPECT_EQ(result.status, Status::crashed);
    EXPECT_FALSE(result.content);
}

TEST_F(JobResultTest, OtherDevicesUnderTheSameIndicesAreRefused) {
    write(-1);
    const auto& probed = setup_.facts.probe.devices;
    auto same = judge({.why = {}});
    refuse_other_devices(same, probed, setup_.plan.request.gpus);
    EXPECT_EQ(same.status, Status::ok);
    EXPECT_TRUE(same.content);

    auto renumbered = judge({.why = {}});  // GPU 1 fell off: the last one moved up
    renumbered.content->header.devices[1].uuid = "GPU-2";
    renumbered.content->header.devices.pop_back();
    const std::vector<int> untouched{0};
    refuse_other_devices(renumbered, probed, untouched);
    EXPECT_EQ(renumbered.status, Status::ok);
    refuse_other_devices(renumbered, probed, setup_.plan.request.gpus);
    EXPECT_EQ(renumbered.status, Status::refused);
    EXPECT_FALSE(renumbered.content);
    EXPECT_EQ(renumbered.reason, "GPU 1 was GPU-1 before the run and is GPU-2 in this invocation");

    auto lost = judge({.why = {}});
    lost.content->header.devices.pop_back();
    refuse_other_devices(lost, probed, setup_.plan.request.gpus);
    EXPECT_NE(lost.reason.find("is absent"), std::string::npos) << lost.reason;
}

TEST_F(JobResultTest, ExitTwoIsTheUsersBusiness) {
    std::ofstream(request_.err) << "banner\nhopbench-latency: /x: No space left (free some)\n";
    try {
        (void)judge({.code = 2, .why = {}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
        EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos);
    }
}

}  // namespace
}  // namespace hopbench
