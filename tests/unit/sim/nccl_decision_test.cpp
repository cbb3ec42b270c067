#include "tests/unit/sim/nccl_machine.hpp"

namespace hopbench::sim::nccl {
namespace {

const std::vector<int> kTruth{1, 1, 1, 1, 0, 0, 0, 0};
const std::vector<int> kInterleaved{1, 0, 1, 0, 1, 0, 1, 0};
const std::vector<int> kInOrder{0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::uint64_t kMiB = 1048576;

struct Row {
    int sm;
    const char* speed;
    std::vector<int> numa;  // empty: -1 everywhere
    bool intel;
    int search_channels;
    double gbps;
    int channels;
    std::uint64_t simple_from;
    std::vector<int> ring;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << "sm " << row.sm << ", " << row.speed << ", "
               << (row.numa.empty()     ? "-1"
                   : row.numa == kTruth ? "truth"
                                        : "interleaved")
               << (row.intel ? ", Intel" : ", AMD");
}

class Table : public testing::TestWithParam<Row> {};

TEST_P(Table, RowIsReproduced) {
    const auto& row = GetParam();
    NcclMachine machine;
    machine.sm(row.sm);
    machine.ports(row.speed);
    machine.sysfs_numa(row.numa);
    if (row.intel) machine.cpu("GenuineIntel", 6, 207);
    const auto decision = machine.perceived();
    EXPECT_EQ(decision.error, 0) << decision.why;
    EXPECT_EQ(decision.search_channels, row.search_channels);
    EXPECT_DOUBLE_EQ(decision.channel_gbps, row.gbps);
    EXPECT_EQ(decision.channels, row.channels);
    EXPECT_EQ(decision.simple_from, row.simple_from);
    EXPECT_EQ(decision.fell_back, row.gbps < 1);
    EXPECT_EQ(decision.ring, row.ring);
    EXPECT_EQ(decision.p2p_edge, std::vector<bool>(8, false));
}

constexpr const char* kGen4 = "16.0 GT/s PCIe";
constexpr const char* kGen5 = "32.0 GT/s PCIe";

INSTANTIATE_TEST_SUITE_P(
    Nccl, Table,
    testing::Values(Row{9, kGen4, {}, false, 1, 24, 2, kMiB, kInOrder},
                    Row{12, kGen4, {}, false, 1, 24, 2, kMiB, kInOrder},
                    Row{9, kGen5, {}, false, 2, 24, 4, 4 * kMiB, kInOrder},
                    Row{12, kGen5, {}, false, 2, 24, 4, 4 * kMiB, kInOrder},
                    Row{9, kGen4, kTruth, false, 1, 15, 2, kMiB, kInOrder},
                    Row{9, kGen5, kTruth, false, 1, 15, 2, kMiB, kInOrder},
                    Row{12, kGen4, kTruth, false, 1, 0.1, 2, 4096, kInOrder},
                    Row{12, kGen5, kTruth, false, 1, 0.1, 2, 4096, kInOrder},
                    Row{9, kGen5, kTruth, true, 2, 20, 4, 4 * kMiB, kInOrder},
                    Row{12, kGen5, kTruth, true, 2, 20, 4, 4 * kMiB, kInOrder},
                    Row{9, kGen4, kInterleaved, false, 1, 15, 2, kMiB, {0, 2, 4, 6, 1, 3, 5, 7}},
                    Row{9, kGen5, kInterleaved, false, 1, 15, 2, kMiB, {0, 2, 4, 6, 1, 3, 5, 7}},
                    Row{12, kGen4, kInterleaved, false, 1, 0.1, 2, 4096, kInOrder}));

TEST(NcclDecision, FileAndKernelGiveTheSameGraph) {
    NcclMachine by_file;
    by_file.topology(topology_text("5678", "1234"));
    NcclMachine by_kernel;
    by_kernel.sysfs_numa(kTruth);
    by_kernel.ports(kGen5);
    const auto file = by_file.perceived();
    const auto kernel = by_kernel.perceived();
    EXPECT_EQ(file.ring, kernel.ring);
    EXPECT_EQ(file.channel_gbps, 15);
    EXPECT_EQ(kernel.channel_gbps, 15);
}

TEST(NcclDecision, InterCpuConstantFollowsTheProcessor) {
    const struct {
        const char* vendor;
        int family, number;
        int search_channels;
        double gbps;
    } cases[] = {{"GenuineIntel", 6, 0xCE, 2, 11},
                 {"GenuineIntel", 6, 0x8E, 3, 3},
                 {"GenuineIntel", 6, 0x54, 1, 6},
                 {"AuthenticAMD", 25, 17, 1, 15},
                 {"SomethingNew", 6, 1, 2, 24}};
    NcclMachine machine;
    machine.ports(kGen5);
    machine.sysfs_numa(kTruth);
    machine.plain_devices();
    for (const auto& expected : cases) {
        machine.cpu(expected.vendor, expected.family, expected.number);
        const auto decision = machine.perceive_as_is();
        EXPECT_EQ(decision.search_channels, expected.search_channels) << expected.number;
        EXPECT_EQ(decision.channel_gbps, expected.gbps) << expected.number;
    }
}

TEST(NcclDecision, PeersNeedTheDriverAndANearPath) {
    NcclMachine machine;
    EXPECT_EQ(machine.perceived(true).p2p_edge, std::vector<bool>(8, false)) << "PHB is too far";
    machine.set("NCCL_P2P_LEVEL", "PHB");
    EXPECT_EQ(machine.perceived(true).p2p_edge, std::vector<bool>(8, true));
    EXPECT_EQ(machine.perceived(false).p2p_edge, std::vector<bool>(8, false));
    machine.sysfs_numa(kTruth);
    const std::vector<bool> inside{true, true, true, false, true, true, true, false};
    EXPECT_EQ(machine.perceived(true).p2p_edge, inside);
    machine.set("NCCL_P2P_LEVEL", "4");  // the old number of SYS
    EXPECT_EQ(machine.perceived(true).p2p_edge, std::vector<bool>(8, true));
    machine.set("NCCL_P2P_DISABLE", "1");
    EXPECT_EQ(machine.perceived(true).p2p_edge, std::vector<bool>(8, false));
}

TEST(NcclDecision, ChannelsAreBounded) {
    NcclMachine machine;
    machine.plain_devices();
    machine.set("NCCL_MIN_NCHANNELS", "8");
    EXPECT_EQ(machine.perceive_as_is().channels, 8);
    EXPECT_EQ(machine.perceive_as_is().search_channels, 1);
    machine.set("NCCL_MIN_NCHANNELS", "1000");
    EXPECT_EQ(machine.perceive_as_is().channels, 64);
    machine.set("NCCL_MIN_NCHANNELS", "0");
    machine.set("NCCL_MAX_NCHANNELS", "1");
    EXPECT_EQ(machine.perceive_as_is().channels, 1);
}

TEST(NcclDecision, ProtocolChangesOverAndObeys) {
    NcclMachine machine;
    machine.plain_devices();
    auto decision = machine.perceive_as_is();
    EXPECT_STREQ(name_of(proto_of(decision, kMiB - 1)), "LL");
    EXPECT_STREQ(name_of(proto_of(decision, kMiB)), "SIMPLE");
    machine.set("NCCL_PROTO", "Simple");
    EXPECT_EQ(proto_of(machine.perceive_as_is(), 8), Protocol::simple);
    machine.set("NCCL_PROTO", "LL");
    EXPECT_EQ(proto_of(machine.perceive_as_is(), std::uint64_t{1} << 40U), Protocol::ll);
    machine.set("NCCL_PROTO", "^LL");
    EXPECT_EQ(proto_of(machine.perceive_as_is(), 8), Protocol::simple);
    machine.set("NCCL_PROTO", "^Simple");
    EXPECT_EQ(proto_of(machine.perceive_as_is(), kMiB), Protocol::ll);
}

TEST(NcclDecision, OneRankIsARingOfItself) {
    NcclMachine machine(1);
    const auto decision = machine.perceived();
    EXPECT_EQ(decision.error, 0) << decision.why;
    EXPECT_EQ(decision.ring, std::vector<int>{0});
    EXPECT_GE(decision.channels, 1);
}

TEST(NcclDecision, RanksMayTakeGpusInAnyOrder) {
    NcclMachine machine;
    machine.sysfs_numa(kTruth);
    machine.plain_devices();
    DebugLog log;
    const auto decision = perceive(
        machine.model, machine.path(""), {7, 0, 6, 1}, [](int, int) { return false; }, log);
    EXPECT_EQ(decision.ring, (std::vector<int>{0, 2, 1, 3}));
}

TEST(NcclDecision, OneGpuTwiceIsRefused) {
    NcclMachine machine;
    machine.plain_devices();
    DebugLog log;
    const auto decision = perceive(
        machine.model, machine.path(""), {3, 3}, [](int, int) { return false; }, log);
    EXPECT_EQ(decision.error, 5);
    EXPECT_EQ(decision.why.rfind("Duplicate GPU detected : rank 0 and rank 1", 0), 0U);
    EXPECT_EQ(log.last_error(), decision.why);
}

TEST(NcclDecision, NvSwitchIsNearWhateverTheCpus) {
    NcclMachine machine;
    machine.sysfs_numa(kTruth);
    for (int i = 0; i < 8; ++i)
        machine.model.links.push_back(
            {.a = "gpu" + std::to_string(i), .b = "switch0", .gbps = 18 * 20.6});
    const auto decision = machine.perceived(true);
    EXPECT_EQ(decision.p2p_edge, std::vector<bool>(8, true));
    EXPECT_EQ(decision.ring, kInOrder);
    EXPECT_EQ(decision.channel_gbps, 60);
    EXPECT_EQ(decision.search_channels, 6);
}

}  // namespace
}  // namespace hopbench::sim::nccl
