// The time of collectives against numbers written down by hand. Every link: 50 GB/s, 100 ns;
// staging: 25 GB/s.
#include "tests/sim/nccl/ring_time.hpp"
#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim::nccl {
namespace {

const std::vector<int> kAll{0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::uint64_t kMiB = 1048576;

Decision ring_of(const std::vector<int>& ranks, bool peers, int channels = 4) {
    return {.ring = ranks,
            .p2p_edge = std::vector<bool>(ranks.size(), peers),
            .channels = channels,
            .simple_from = 4 * kMiB};
}

MachineModel machine(const std::string& file, const std::string& assignments = "") {
    return read_model(file, kRound + ";" + assignments);
}

TEST(RingTime, SharedMemoryGoesOverTheSourcesNode) {
    const RingTime time(machine(kVirtualMachine), ring_of(kAll, false), kAll);
    EXPECT_DOUBLE_EQ(time.hop_ns(), 300);  // GPU 3 to its node, to the other node, to GPU 4
    EXPECT_DOUBLE_EQ(time.ring_gbps(), 25);
    // 14 steps of LL; 1.75 · 8 bytes at 25 · 0.4 GB/s
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 8), 4000 + 14 * 1800 + 1.4, 1e-6);
    // Simple: 1.75 · 8 MiB at 25 · 0.85 GB/s
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 8 * kMiB),
                4000 + 14 * 4500 + 1.75 * 8388608 / 21.25, 1e-6);
}

TEST(RingTime, TheProtocolChangesAtItsSize) {
    const RingTime time(machine(kVirtualMachine), ring_of(kAll, false), kAll);
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 4 * kMiB - 4),
                4000 + 14 * 1800 + 1.75 * (4 * 1048576 - 4) / 10, 1e-6);
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 4 * kMiB),
                4000 + 14 * 4500 + 1.75 * 4 * 1048576 / 21.25, 1e-6);
}

TEST(RingTime, FewChannelsLimit) {
    const RingTime time(machine(kVirtualMachine), ring_of(kAll, false, 2), kAll);
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 8 * kMiB),
                4000 + 14 * 4500 + 1.75 * 8388608 / (22 * 0.85), 1e-6);
}

TEST(RingTime, PeersAreLimitedByTheirLinksAlone) {
    const RingTime time(machine(kBareMetal), ring_of(kAll, true, 16), kAll);
    EXPECT_DOUBLE_EQ(time.hop_ns(), 300);
    EXPECT_DOUBLE_EQ(time.ring_gbps(), 50);
}

TEST(RingTime, EdgesShareLinksInOneDirection) {
    // GPUs of both nodes in turn: four edges cross each way.
    const RingTime time(machine(kVirtualMachine), ring_of({0, 4, 1, 5, 2, 6, 3, 7}, false), kAll);
    EXPECT_DOUBLE_EQ(time.ring_gbps(), 12.5);
}

TEST(RingTime, RanksAreNotGpus) {
    // Rank 0 on GPU 5, rank 1 on GPU 6: the same node.
    const RingTime time(machine(kVirtualMachine), ring_of({0, 1}, false), {5, 6});
    EXPECT_DOUBLE_EQ(time.hop_ns(), 200);
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 1000), 4000 + 2 * 1700 + 1000 / 10.0,
                1e-6);
}

TEST(RingTime, EveryKindHasItsStepsAndVolume) {
    const RingTime time(machine(kVirtualMachine), ring_of(kAll, false), kAll);
    for (const auto kind : {CollectiveKind::reduce_scatter, CollectiveKind::all_gather})
        EXPECT_NEAR(time.duration_ns(kind, 8000), 4000 + 7 * 1800 + 7000 / 10.0, 1e-6);
    for (const auto kind : {CollectiveKind::broadcast, CollectiveKind::reduce})
        EXPECT_NEAR(time.duration_ns(kind, 8000), 4000 + 7 * 1800 + 8000 / 10.0, 1e-6);
}

TEST(RingTime, ScaleStretchesLatencyAndTransfer) {
    const auto settings =
        "scale.latency=2.0;scale.bandwidth=0.5;scale.cross_numa_latency=1.5;"
        "scale.cross_numa_bandwidth=0.8";
    const RingTime crossing(machine(kVirtualMachine, settings), ring_of(kAll, false), kAll);
    EXPECT_NEAR(crossing.duration_ns(CollectiveKind::all_reduce, 8000),
                3 * (4000 + 14 * 1800) + 14000 / (10 * 0.4), 1e-6);
    const RingTime staying(machine(kVirtualMachine, settings), ring_of({0, 1}, false), {0, 1});
    EXPECT_NEAR(staying.duration_ns(CollectiveKind::all_reduce, 8000),
                2 * (4000 + 2 * 1700) + 8000 / (10 * 0.5), 1e-6);
}

TEST(RingTime, OneRankCopiesInItsMemory) {
    const RingTime time(machine(kVirtualMachine, "scale.latency=2.0"), ring_of({0}, false), {3});
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 1000000), 4000 + 2000, 1e-6);
}

TEST(RingTime, FollowsTheModelsCosts) {
    const RingTime time(
        machine(kVirtualMachine, "nccl.base_ns=1000;nccl.ll_step_ns=10;nccl.ll_efficiency=1.0"),
        ring_of(kAll, false), kAll);
    EXPECT_NEAR(time.duration_ns(CollectiveKind::all_reduce, 8000), 1000 + 14 * 310 + 14000 / 25.0,
                1e-6);
}

}  // namespace
}  // namespace hopbench::sim::nccl
