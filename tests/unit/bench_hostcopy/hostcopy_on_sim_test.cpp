// hopbench-hostcopy as shipped, on the simulated stack.
#include <gtest/gtest.h>

#include "harness/protocol/samples_reader.hpp"
#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";

std::string h2d(int gpu, std::uint64_t bytes, const std::string& node = "") {
    return "hostcopy/h2d/dst:" + std::to_string(gpu) + "/bytes:" + std::to_string(bytes) + node;
}

std::string d2h(int gpu, std::uint64_t bytes, const std::string& node = "") {
    return "hostcopy/d2h/src:" + std::to_string(gpu) + "/bytes:" + std::to_string(bytes) + node;
}

void expect_ok(const CaseRecord& record, std::size_t samples) {
    SCOPED_TRACE(format_case_name(record.name));
    EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_EQ(record.verification.status, "verified");
    EXPECT_GE(record.verification.samples_checked, 2u);
    EXPECT_EQ(record.direction, record.name.method);
    EXPECT_EQ(record.engine, "ce");
    ASSERT_EQ(record.series.size(), 1u);
    EXPECT_EQ(record.series[0].metric, "bandwidth");
    EXPECT_EQ(record.series[0].values.size(), samples);
    EXPECT_EQ(record.notes.at("gated"), 1);
}

void expect_bandwidth(const CaseRecord& record, double latency_ns, double gbps) {
    SCOPED_TRACE(format_case_name(record.name));
    const auto bytes = static_cast<double>(record.name.bytes.value_or(0));
    const double expected = bytes / (1e-9 * (700 + latency_ns + bytes / gbps));
    for (const double value : record.series.at(0).values)
        EXPECT_NEAR(value, expected, record.series[0].quantum);
}

TEST(HostcopyOnSim, TheNodeOfThePagesDecides) {
    const auto content = measure(
        vm, "",
        {h2d(0, 16 << 20, "/node:1"), h2d(0, 16 << 20, "/node:0"), d2h(0, 16 << 20, "/node:1"),
         d2h(0, 16 << 20, "/node:0"), h2d(5, 64 << 20, "/node:0"), d2h(5, 1 << 20, "/node:1"),
         h2d(4, 16 << 20), d2h(3, 16 << 20)},
        5);
    ASSERT_EQ(content.cases.size(), 8u);
    for (const auto& record : content.cases) expect_ok(record, 5);
    constexpr double near = 160, far = 460;  // ns
    expect_bandwidth(content.cases[0], near, 56);
    expect_bandwidth(content.cases[1], far, 50);
    expect_bandwidth(content.cases[2], near, 56);
    expect_bandwidth(content.cases[3], far, 50);
    expect_bandwidth(content.cases[4], near, 56);
    expect_bandwidth(content.cases[5], far, 50);
    expect_bandwidth(content.cases[6], near, 56);
    expect_bandwidth(content.cases[7], far, 50);
    EXPECT_EQ(content.cases[0].placement.where, "node 1 (model)");
    EXPECT_EQ(content.cases[3].placement.where, "node 0 (model)");
    EXPECT_EQ(content.cases[7].placement.where, "node 0 (model)");
}

TEST(HostcopyOnSim, WithoutANodeTheProcesssBindingDecides) {
    const ScratchFolder folder;
    const std::string samples = folder.file("s.jsonl");
    const std::string plan = write_plan(folder, {d2h(0, 1 << 20), h2d(0, 1 << 20)}, 2);
    const auto run = run_shell(
        folder,
        "HOPBENCH_SIM_BIND=nodes:1 " +
            bench_on_sim("hopbench-hostcopy", vm, "", "--plan " + plan + " --samples " + samples));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const auto& record : read_samples_file(samples).cases)
        EXPECT_EQ(record.placement.where, "node 1 (model)");
}

TEST(HostcopyOnSim, SmallSizesAreCheckedToo) {
    const auto content = measure(vm, "", {h2d(0, 4), d2h(0, 4), h2d(1, 1000), d2h(1, 65536)}, 3);
    ASSERT_EQ(content.cases.size(), 4u);
    for (const auto& record : content.cases) expect_ok(record, 3);
    EXPECT_GE(content.cases[0].notes.at("window_ops"), 4);
}

TEST(HostcopyOnSim, WhatCannotBeIsAStatus) {
    const auto content = measure(vm, "", {h2d(9, 4096), d2h(0, 4096, "/node:2"), h2d(0, 4096)}, 2);
    ASSERT_EQ(content.cases.size(), 3u);
    EXPECT_EQ(content.cases[0].status, Status::not_supported);
    EXPECT_EQ(content.cases[1].status, Status::not_supported);
    EXPECT_NE(content.cases[1].reason.find("on node 2"), std::string::npos);
    expect_ok(content.cases[2], 2);
}

TEST(HostcopyCommandLine, NodesDefaultToAllThatTheMachineHas) {
    const ScratchFolder folder;
    const auto run = run_shell(
        folder, bench_on_sim("hopbench-hostcopy", vm, "", "--gpus 0-1 --benchmark_list_tests"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("hostcopy/h2d/dst:1/bytes:16777216/node:1"), std::string::npos);
    EXPECT_NE(run.out.find("hostcopy/d2h/src:0/bytes:16777216/node:0"), std::string::npos);
    EXPECT_EQ(run.out.find("node:2"), std::string::npos);
    const auto help = run_shell(folder, HOPBENCH_BENCHES "/hopbench-hostcopy --help");
    for (const char* word : {"--gpus", "--nodes", "Examples", "hostcopy/d2h"})
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    EXPECT_EQ(help.out.find("--pairs"), std::string::npos);
    EXPECT_EQ(run_shell(folder, bench_on_sim("hopbench-hostcopy", vm, "", "--probe")).exit_code, 0);
}

}  // namespace
}  // namespace hopbench::testing
