// hopbench-latency as shipped, on the simulated stack: what it writes and how it fails.
#include <gtest/gtest.h>

#include "bench/common/window.hpp"
#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";
const std::string bare_metal = "baremetal-8x-rtx-pro-6000";

std::string oneshot(const std::string& pair, int bytes) {
    return "latency/oneshot/" + pair + "/bytes:" + std::to_string(bytes);
}

std::string interval(const std::string& pair, int bytes) {
    return "latency/issue_interval/" + pair + "/bytes:" + std::to_string(bytes);
}

void expect_ok(const CaseRecord& record, std::size_t samples) {
    SCOPED_TRACE(format_case_name(record.name));
    EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_EQ(record.verification.status, "verified");
    EXPECT_GE(record.verification.samples_checked, 2u);
    EXPECT_EQ(record.verification.mismatches, 0u);
    EXPECT_EQ(record.direction, "push");
    EXPECT_EQ(record.engine, "ce");
    EXPECT_EQ(record.placement.where, "none");
    for (const auto& series : record.series) {
        EXPECT_EQ(series.values.size(), samples);
        for (const double value : series.values) EXPECT_GT(value, 0);
    }
}

TEST(LatencyOnSim, MeasuresAndVerifiesThePlanInItsOrder) {
    const std::vector<std::string> cases{
        interval("src:0/dst:4", 1048576), oneshot("src:0/dst:1", 4), oneshot("src:3/dst:0", 65536),
        interval("src:0/dst:1", 4096), oneshot("src:0/dst:1", 1000)};
    const auto content = measure(vm, "", cases, 10);
    ASSERT_TRUE(content.complete);
    ASSERT_TRUE(content.header.model);
    EXPECT_EQ(content.header.model->name, vm);
    EXPECT_EQ(content.header.binding.source, "model");
    EXPECT_EQ(content.header.devices.size(), 8u);
    EXPECT_EQ(content.header.methods.size(), 2u);
    ASSERT_EQ(content.cases.size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        EXPECT_EQ(format_case_name(content.cases[i].name), cases[i]);
        expect_ok(content.cases[i], 10);
    }
    EXPECT_EQ(content.cases[1].verification.samples_checked, 10u);
    EXPECT_EQ(content.cases[1].verification.bytes_checked, 40u);
    EXPECT_EQ(content.cases[1].series[0].metric, "completion");
    EXPECT_EQ(content.cases[1].series[1].metric, "enqueue");
    const auto& notes = content.cases[3].notes;
    EXPECT_EQ(notes.at("gated"), 1);
    EXPECT_EQ(notes.at("window_ops"), choose_window(notes.at("pilot_op_s")));
    EXPECT_GT(notes.at("gate_intercept_s"), 0);
}

TEST(LatencyOnSim, OneSeedTwiceIsTheSameFile) {
    const ScratchFolder folder;
    const std::string plan =
        write_plan(folder, {oneshot("src:0/dst:1", 4), interval("src:1/dst:0", 65536)}, 5);
    const std::string set = "noise.sample_sd=0.02;noise.invocation_sd=0.01";
    for (const char* name : {"one", "two"}) {
        const auto run = run_shell(
            folder,
            "HOPBENCH_SIM_SEED=11 " +
                on_sim(bare_metal, set, "--plan " + plan + " --samples " + folder.file(name)));
        ASSERT_EQ(run.exit_code, 0) << run.err;
    }
    EXPECT_EQ(run_shell(folder, "cmp " + folder.file("one") + " " + folder.file("two")).exit_code,
              0);
}

TEST(LatencyOnSim, CorruptionIsSeenByTheOwnerAndStaysWithItsPair) {
    const auto content = measure(
        bare_metal, R"(faults+={"type":"peer_corrupt","src":0,"dst":1})",
        {oneshot("src:0/dst:1", 4096), interval("src:0/dst:1", 4096), oneshot("src:1/dst:0", 4096)},
        5);
    ASSERT_EQ(content.cases.size(), 3u);
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_EQ(content.cases[i].status, Status::corrupt);
        EXPECT_EQ(content.cases[i].verification.status, "corrupt");
        EXPECT_GT(content.cases[i].verification.mismatches, 0u);
        EXPECT_NE(content.cases[i].reason.find("GPU 1"), std::string::npos);
    }
    expect_ok(content.cases[2], 5);
}

TEST(LatencyOnSim, AMirrorIsCorruptAtTheOwner) {
    const auto content = measure(bare_metal, R"(faults+={"type":"mirror","src":2,"dst":3})",
                                 {oneshot("src:2/dst:3", 256), oneshot("src:3/dst:2", 256)}, 3);
    ASSERT_EQ(content.cases.size(), 2u);
    EXPECT_EQ(content.cases[0].status, Status::corrupt) << content.cases[0].reason;
    expect_ok(content.cases[1], 3);
}

TEST(LatencyOnSim, AnEnqueueThatBlocksBehindTheGateGivesAnUngatedSlope) {
    const auto content = measure(bare_metal, R"(faults+={"type":"enqueue_blocks_behind_gate"})",
                                 {interval("src:0/dst:1", 4096), oneshot("src:0/dst:1", 4096)}, 6);
    ASSERT_EQ(content.cases.size(), 2u);
    expect_ok(content.cases[0], 6);
    expect_ok(content.cases[1], 6);
    EXPECT_EQ(content.cases[0].notes.at("gated"), 0);
    EXPECT_NE(content.cases[0].verification.note.find("ungated"), std::string::npos);
}

TEST(LatencyOnSim, RefusedPeerAccessIsAStatusAndLaterCasesGoOn) {
    const auto content =
        measure(bare_metal, R"(faults+={"type":"peer_enable_fail","src":0,"dst":1})",
                {oneshot("src:0/dst:1", 4), oneshot("src:0/dst:2", 4)}, 3);
    ASSERT_EQ(content.cases.size(), 2u);
    EXPECT_EQ(content.cases[0].status, Status::refused);
    EXPECT_NE(content.cases[0].reason.find("cudaDeviceEnablePeerAccess"), std::string::npos);
    expect_ok(content.cases[1], 3);
    EXPECT_TRUE(content.complete);
}

TEST(LatencyOnSim, ALostDeviceEndsTheCasesButNotTheFile) {
    const auto content = measure(
        vm, R"(faults+={"type":"device_lost","after_ops":60})",
        {oneshot("src:0/dst:1", 4), oneshot("src:1/dst:0", 4), oneshot("src:2/dst:0", 4)}, 40);
    ASSERT_TRUE(content.complete);
    ASSERT_EQ(content.cases.size(), 3u);
    EXPECT_EQ(content.cases[2].status, Status::crashed);
    EXPECT_NE(content.cases[2].reason.find("not tried after a sticky error"), std::string::npos);
}

TEST(LatencyOnSim, AGpuThatTheMachineLacksIsNotSupported) {
    const auto content = measure(vm, "", {oneshot("src:0/dst:9", 4), oneshot("src:0/dst:1", 4)}, 2);
    ASSERT_EQ(content.cases.size(), 2u);
    EXPECT_EQ(content.cases[0].status, Status::not_supported);
    EXPECT_EQ(content.cases[0].reason, "this machine has no GPU 9");
    expect_ok(content.cases[1], 2);
}

}  // namespace
}  // namespace hopbench::testing
