// hopbench-staged as shipped, on the simulated stack.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/common/window.hpp"
#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";
const std::string bare_metal = "baremetal-8x-rtx-pro-6000";

std::string ring(const std::string& pair, std::uint64_t bytes, const std::string& node = "") {
    return "staged/ring/" + pair + "/bytes:" + std::to_string(bytes) + node;
}

void expect_ok(const CaseRecord& record, std::size_t samples) {
    SCOPED_TRACE(format_case_name(record.name));
    EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_EQ(record.verification.status, "verified");
    EXPECT_EQ(record.verification.mismatches, 0u);
    EXPECT_GE(record.verification.samples_checked, 2u);
    EXPECT_EQ(record.direction, "push");
    EXPECT_EQ(record.engine, "ce");
    ASSERT_EQ(record.series.size(), 1u);
    EXPECT_EQ(record.series[0].metric, "bandwidth");
    EXPECT_EQ(record.series[0].unit, "B/s");
    EXPECT_EQ(record.series[0].better, Better::higher);
    EXPECT_EQ(record.series[0].margin_kind, MarginKind::bandwidth);
    EXPECT_EQ(record.series[0].values.size(), samples);
    EXPECT_EQ(record.notes.at("gated"), 1);
}

/// Seconds a transfer of whole chunks takes: the slower side's copies follow each other. `latency`
/// and `gbps`: of that side's way between GPU and slot.
double transfer_seconds(double chunks, double startup_ns, double latency_ns, double gbps) {
    return chunks * 1e-9 * (startup_ns + latency_ns + (1 << 20) / gbps);
}

void expect_bandwidth(const CaseRecord& record, double seconds) {
    SCOPED_TRACE(format_case_name(record.name));
    const double expected = static_cast<double>(record.name.bytes.value_or(0)) / seconds;
    for (const double value : record.series.at(0).values)
        EXPECT_NEAR(value, expected, record.series[0].quantum);
}

TEST(StagedOnSim, ReachesWhatTheSlowerSideAllows) {
    // GPUs 0-3 are at node 1, 4-7 at node 0: 56 GB/s and 160 ns each; 50 GB/s and 300 ns between
    // the nodes. Copies start in 700 ns.
    const auto content =
        measure(vm, "",
                {ring("src:0/dst:1", 16 << 20, "/node:1"), ring("src:0/dst:1", 16 << 20, "/node:0"),
                 ring("src:0/dst:4", 64 << 20, "/node:0"), ring("src:4/dst:5", 16 << 20)},
                6);
    ASSERT_EQ(content.cases.size(), 4u);
    for (const auto& record : content.cases) expect_ok(record, 6);
    expect_bandwidth(content.cases[0], transfer_seconds(16, 700, 160, 56));
    expect_bandwidth(content.cases[1], transfer_seconds(16, 700, 460, 50));
    expect_bandwidth(content.cases[2], transfer_seconds(64, 700, 460, 50));
    expect_bandwidth(content.cases[3], transfer_seconds(16, 700, 160, 56));
    EXPECT_EQ(content.cases[0].placement.where, "node 1 (model)");
    EXPECT_EQ(content.cases[1].placement.where, "node 0 (model)");
    EXPECT_EQ(content.cases[3].placement.where, "node 0 (model)");
    EXPECT_EQ(content.cases[2].notes.at("chunk_bytes"), 1 << 20);
    EXPECT_EQ(content.cases[2].notes.at("slots"), 4);
}

TEST(StagedOnSim, SmallAndOddSizesAreOneShorterChunk) {
    const auto content = measure(
        vm, "",
        {ring("src:0/dst:5", 1000), ring("src:1/dst:0", 65536), ring("src:2/dst:0", 3000001)}, 3);
    ASSERT_EQ(content.cases.size(), 3u);
    for (const auto& record : content.cases) {
        expect_ok(record, 3);
        const auto& notes = record.notes;
        EXPECT_EQ(
            notes.at("window_ops"),
            choose_window(notes.at("pilot_op_s"), bandwidth_limits(record.name.bytes.value_or(0))));
    }
    EXPECT_EQ(content.cases[0].notes.at("chunk_bytes"), 1000);
    EXPECT_EQ(content.cases[2].notes.at("chunk_bytes"), 1 << 20);
    EXPECT_EQ(content.cases[2].verification.bytes_checked % 3000001, 0u);
}

TEST(StagedOnSim, FaultsOfPeerCopiesDoNotReachIt) {
    const auto content = measure(
        bare_metal,
        R"(faults+={"type":"peer_corrupt","src":0,"dst":1};faults+={"type":"mirror","src":0,"dst":1};)"
        R"(faults+={"type":"peer_enable_fail","src":0,"dst":1})",
        {ring("src:0/dst:1", 16 << 20)}, 4);
    ASSERT_EQ(content.cases.size(), 1u);
    expect_ok(content.cases[0], 4);
}

TEST(StagedOnSim, ANodeOrPairThatCannotBeIsNotSupportedAndLaterCasesGoOn) {
    const auto content = measure(vm, "",
                                 {ring("src:0/dst:1", 4096, "/node:7"), ring("src:3/dst:3", 4096),
                                  ring("src:0/dst:8", 4096), ring("src:0/dst:1", 4096)},
                                 2);
    ASSERT_EQ(content.cases.size(), 4u);
    for (const std::size_t i : {0u, 1u, 2u}) {
        EXPECT_EQ(content.cases[i].status, Status::not_supported) << i;
        EXPECT_NE(content.cases[i].reason, "") << i;
    }
    EXPECT_NE(content.cases[0].reason.find("node 7"), std::string::npos);
    expect_ok(content.cases[3], 2);
}

TEST(StagedCommandLine, RunsAloneAndProbes) {
    const ScratchFolder folder;
    const std::string samples = folder.file("s.jsonl");
    const auto run = run_shell(folder, bench_on_sim("hopbench-staged", vm, "",
                                                    "--pairs 0:1 --sizes 1M,2M --nodes 0,1 "
                                                    "--samples-per-case 2 --samples " +
                                                        samples));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("staged/ring/src:0/dst:1/bytes:2097152/node:1"), std::string::npos);
    const auto probe = run_shell(folder, bench_on_sim("hopbench-staged", vm, "", "--probe"));
    EXPECT_EQ(probe.exit_code, 0);
    EXPECT_NE(probe.out.find("hopbench.probe/1"), std::string::npos);
    const auto help = run_shell(folder, HOPBENCH_BENCHES "/hopbench-staged --help");
    for (const char* word : {"--pairs", "--nodes", "--sizes", "Examples", "staged/ring"})
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    EXPECT_EQ(help.out.find("--ranks"), std::string::npos);
}

}  // namespace
}  // namespace hopbench::testing
