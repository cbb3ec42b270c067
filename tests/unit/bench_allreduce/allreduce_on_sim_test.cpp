// hopbench-allreduce as shipped, on the simulated stack: values and verification.
#include <gtest/gtest.h>

#include "bench/common/window.hpp"
#include "harness/protocol/samples_reader.hpp"
#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";
const std::string bare_metal = "baremetal-8x-rtx-pro-6000";

std::string out_of_place(int ranks, std::uint64_t bytes) {
    return "allreduce/out_of_place/ranks:" + std::to_string(ranks) +
           "/bytes:" + std::to_string(bytes);
}

void expect_ok(const CaseRecord& record, std::size_t samples) {
    SCOPED_TRACE(format_case_name(record.name));
    EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_EQ(record.verification.status, "verified");
    EXPECT_GE(record.verification.samples_checked, 2u);
    EXPECT_EQ(record.direction, "");
    EXPECT_EQ(record.engine, "nccl/float/sum");
    ASSERT_EQ(record.series.size(), 1u);
    EXPECT_EQ(record.series[0].metric, "time");
    EXPECT_EQ(record.series[0].unit, "s");
    EXPECT_EQ(record.series[0].better, Better::lower);
    EXPECT_EQ(record.series[0].margin_kind, MarginKind::allreduce);
    EXPECT_EQ(record.series[0].values.size(), samples);
    EXPECT_EQ(record.notes.at("gated"), 1);
    EXPECT_GE(record.notes.at("spread_s"), 0);
}

/// A sample is the slope of four stamps, each rounded down.
void expect_time(const CaseRecord& record, double seconds) {
    SCOPED_TRACE(format_case_name(record.name));
    for (const double value : record.series.at(0).values)
        EXPECT_NEAR(value, seconds, 1.01 * record.series[0].quantum);
}

/// Steps of the model's protocols, ns: a hop over host memory of one node is 320 ns. What this
/// machine lets NCCL perceive, GPUs at no node and fast ports, makes 4 channels of 11 GB/s.
double ring_ns(int ranks, double bytes, double step_ns, double gbps) {
    return 4000 + 2 * (ranks - 1) * step_ns + 2.0 * (ranks - 1) / ranks * bytes / gbps;
}

TEST(AllreduceOnSim, TakesTheTimeOfTheModelsRing) {
    const auto content = measure(vm, "",
                                 {out_of_place(2, 8), out_of_place(2, 1024), out_of_place(4, 256),
                                  out_of_place(2, 64 << 20)},
                                 6);
    ASSERT_EQ(content.cases.size(), 4u);
    for (const auto& record : content.cases) expect_ok(record, 6);
    expect_time(content.cases[0], 1e-9 * ring_ns(2, 8, 1500 + 320, 0.4 * 44));
    expect_time(content.cases[1], 1e-9 * ring_ns(2, 1024, 1500 + 320, 0.4 * 44));
    expect_time(content.cases[2], 1e-9 * ring_ns(4, 256, 1500 + 320, 0.4 * 44));
    EXPECT_EQ(content.cases[0].verification.samples_checked, 6u);
    EXPECT_EQ(content.cases[3].notes.at("shared_slices"), 1);
    EXPECT_FALSE(content.cases[0].notes.contains("shared_slices"));
}

TEST(AllreduceOnSim, WindowsStayWithinNcclsQueue) {
    const auto content =
        measure(bare_metal,
                R"(nccl={"version":"2.28.9","base_ns":100,"ll_step_ns":10,"simple_step_ns":4200,)"
                R"("ll_efficiency":0.4,"simple_efficiency":0.85,"channel_gbps":11})",
                {out_of_place(2, 8), out_of_place(8, 1 << 20)}, 2);
    ASSERT_EQ(content.cases.size(), 2u);
    for (const auto& record : content.cases) expect_ok(record, 2);
    EXPECT_EQ(content.cases[0].notes.at("window_ops"), 64);
}

TEST(AllreduceOnSim, EveryRankCountHasAWorldOfItsOwnAndOneIsEnough) {
    const auto content =
        measure(vm, "",
                {out_of_place(8, 4096), out_of_place(1, 4096), out_of_place(3, 4096),
                 out_of_place(8, 16384), out_of_place(9, 4096), out_of_place(0, 4096)},
                3);
    ASSERT_EQ(content.cases.size(), 6u);
    for (const std::size_t i : {0u, 1u, 2u, 3u}) expect_ok(content.cases[i], 3);
    EXPECT_GT(content.cases[0].series[0].values[0], content.cases[2].series[0].values[0]);
    for (const std::size_t i : {4u, 5u}) {
        EXPECT_EQ(content.cases[i].status, Status::not_supported);
        EXPECT_NE(content.cases[i].reason.find("8 are under test"), std::string::npos)
            << content.cases[i].reason;
    }
}

TEST(AllreduceOnSim, SizesAreEvidenceWithoutANumber) {
    const auto content = measure(vm, "", {"allreduce/sizes/ranks:2"}, 1);
    ASSERT_EQ(content.cases.size(), 1u);
    const CaseRecord& record = content.cases[0];
    EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_TRUE(record.series.empty());
    EXPECT_EQ(record.engine, "nccl/float/sum");
    EXPECT_EQ(record.verification.status, "verified");
    EXPECT_EQ(record.verification.samples_checked, 24u);  // 8 B, 16 B, … 64 MiB
    EXPECT_EQ(record.verification.bytes_checked, 2u * ((128u << 20) - 8));
}

TEST(AllreduceOnSim, RanksAreTheFirstOfTheGpusUnderTest) {
    const ScratchFolder folder;
    const std::string samples = folder.file("s.jsonl");
    const std::string set = R"(faults+={"type":"nccl_corrupt","rank":1})";
    const auto run =
        run_shell(folder, bench_on_sim("hopbench-allreduce", vm, set,
                                       "--gpus 3,6,7 --ranks 2 --sizes 4K --samples-per-case 2 "
                                       "--benchmark_filter=out_of_place --samples " +
                                           samples));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto content = read_samples_file(samples);
    ASSERT_EQ(content.cases.size(), 1u);
    EXPECT_NE(content.cases[0].reason.find("at rank 1 (GPU 6)"), std::string::npos)
        << content.cases[0].reason;
}

TEST(AllreduceCommandLine, HelpListsProbesAndRefuses) {
    const ScratchFolder folder;
    const std::string program = HOPBENCH_BENCHES "/hopbench-allreduce";
    const auto help = run_shell(folder, program + " --help");
    EXPECT_EQ(help.exit_code, 0);
    for (const char* word : {"--ranks", "--gpus", "--sizes", "Examples", "allreduce/sizes"})
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    for (const char* word : {"--pairs", "--nodes"})
        EXPECT_EQ(help.out.find(word), std::string::npos) << word;
    EXPECT_EQ(run_shell(folder, program + " --ranks x").exit_code, 2);
    EXPECT_EQ(run_shell(folder, bench_on_sim("hopbench-allreduce", vm, "", "--probe")).exit_code,
              0);
    const auto list = run_shell(
        folder, bench_on_sim("hopbench-allreduce", vm, "", "--sizes 8..64 --benchmark_list_tests"));
    EXPECT_NE(list.out.find("allreduce/out_of_place/ranks:8/bytes:64"), std::string::npos);
    EXPECT_NE(list.out.find("allreduce/sizes/ranks:8"), std::string::npos);
}

}  // namespace
}  // namespace hopbench::testing
