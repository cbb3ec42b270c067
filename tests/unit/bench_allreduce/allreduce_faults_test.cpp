// hopbench-allreduce where NCCL fails: a status, never the end of the run.
#include <gtest/gtest.h>

#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";

std::string out_of_place(int ranks, std::uint64_t bytes) {
    return "allreduce/out_of_place/ranks:" + std::to_string(ranks) +
           "/bytes:" + std::to_string(bytes);
}

TEST(AllreduceFaults, AWrongSumNamesItsRankAndFirstElement) {
    const auto content = measure(vm, R"(faults+={"type":"nccl_corrupt","rank":2})",
                                 {out_of_place(8, 4096), out_of_place(4, 1 << 20),
                                  out_of_place(2, 4096), "allreduce/sizes/ranks:3"},
                                 3);
    ASSERT_EQ(content.cases.size(), 4u);
    for (const std::size_t i : {0u, 1u, 3u}) {
        EXPECT_EQ(content.cases[i].status, Status::corrupt) << i;
        EXPECT_EQ(content.cases[i].verification.status, "corrupt") << i;
        EXPECT_GT(content.cases[i].verification.mismatches, 0u) << i;
        EXPECT_NE(content.cases[i].reason.find("at rank 2 (GPU 2) are wrong, the first at element"),
                  std::string::npos)
            << content.cases[i].reason;
    }
    EXPECT_EQ(content.cases[3].reason.rfind("all-reduce of 8 bytes: ", 0), 0u)
        << content.cases[3].reason;
    EXPECT_EQ(content.cases[2].status, Status::ok) << content.cases[2].reason;
}

TEST(AllreduceFaults, RanksThatCannotConnectAreRefusedWithNcclsWords) {
    const auto content =
        measure(vm, R"(faults+={"type":"nccl_init_fail","nranks":4})",
                {out_of_place(4, 8), out_of_place(4, 1024), out_of_place(2, 8)}, 2);
    ASSERT_EQ(content.cases.size(), 3u);
    EXPECT_TRUE(content.complete);
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_EQ(content.cases[i].status, Status::refused) << i;
        EXPECT_EQ(content.cases[i].reason.rfind("ncclCommInitAll: ", 0), 0u)
            << content.cases[i].reason;
        EXPECT_EQ(content.cases[i].verification.status, "unverified");
        EXPECT_TRUE(content.cases[i].series.empty());
    }
    EXPECT_EQ(content.cases[1].reason, content.cases[0].reason);
    EXPECT_EQ(content.cases[2].status, Status::ok) << content.cases[2].reason;
}

TEST(AllreduceFaults, AHangIsEndedFromOutside) {
    const ScratchFolder folder;
    const auto run = run_shell(
        folder, "timeout --preserve-status -s TERM -k 5 0.7 env " +
                    bench_on_sim("hopbench-allreduce", vm, R"(faults+={"type":"nccl_hang"})",
                                 "--ranks 2 --sizes 8"));
    EXPECT_EQ(run.exit_code, 143) << run.err;
}

TEST(AllreduceFaults, ALostDeviceEndsTheCasesButNotTheFile) {
    const auto content = measure(vm, R"(faults+={"type":"device_lost","after_ops":200})",
                                 {out_of_place(2, 8), out_of_place(2, 64), out_of_place(4, 8)}, 40);
    ASSERT_TRUE(content.complete);
    ASSERT_EQ(content.cases.size(), 3u);
    EXPECT_EQ(content.cases[2].status, Status::crashed) << content.cases[2].reason;
}

}  // namespace
}  // namespace hopbench::testing
