#include "harness/plan/pair_class.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

TEST(PairClass, FollowsTheTrueNodes) {
    const Topology topology{
        .node_of_gpu = {{0, 1}, {1, 1}, {2, 0}}, .numa_source = "--numa", .links = {}};
    EXPECT_EQ(classify_pair(topology, 0, 1), PairClass::same_node);
    EXPECT_EQ(classify_pair(topology, 0, 2), PairClass::cross_node);
    EXPECT_EQ(classify_pair(topology, 0, 3), PairClass::unknown_numa);
    EXPECT_EQ(classify_pair({}, 0, 1), PairClass::unknown_numa);
}

TEST(PairClass, LinksOfTheModelComeFirst) {
    const Topology topology{
        .node_of_gpu = {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
        .numa_source = "model",
        .links = {
            {"gpu1", "gpu0"}, {"gpu2", "switch0"}, {"switch0", "gpu3"}, {"switch0", "node0"}}};
    EXPECT_EQ(classify_pair(topology, 0, 1), PairClass::nvlink);
    EXPECT_EQ(classify_pair(topology, 1, 0), PairClass::nvlink);
    EXPECT_EQ(classify_pair(topology, 2, 3), PairClass::same_switch);
    EXPECT_EQ(classify_pair(topology, 1, 2), PairClass::same_node);
}

TEST(HostCopyClass, FollowsTheTrueNode) {
    const Topology topology{.node_of_gpu = {{0, 1}}, .numa_source = "--map", .links = {}};
    EXPECT_EQ(classify_host_copy(topology, 0, 1), PairClass::host_local);
    EXPECT_EQ(classify_host_copy(topology, 0, 0), PairClass::host_remote);
    EXPECT_EQ(classify_host_copy(topology, 0, std::nullopt), PairClass::unknown_numa);
    EXPECT_EQ(classify_host_copy(topology, 1, 0), PairClass::unknown_numa);
}

TEST(DescribeNuma, JoinsRuns) {
    const Topology topology{.node_of_gpu = {{0, 1}, {1, 1}, {2, 1}, {3, 0}, {5, 0}},
                            .numa_source = "model",
                            .links = {}};
    EXPECT_EQ(describe_numa(topology), "GPU 0-2 on node 1, 3 on node 0, 5 on node 0 (model)");
    EXPECT_EQ(describe_numa({}), "");
}

}  // namespace
}  // namespace hopbench
