#include "harness/binding/policy.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

using Kind = BindingPolicy::Kind;

/// Three usable nodes and one without CPUs; GPU 0 on node 0, GPU 1 on node 2.
BindingFacts facts() {
    return {.node_of_gpu = {{0, 0}, {1, 2}},
            .nodes = {{.id = 0, .cpus = {0, 1}, .memory_bytes = 8, .distances = {10, 21, 32, 90}},
                      {.id = 1, .cpus = {2, 3}, .memory_bytes = 8, .distances = {21, 10, 32, 90}},
                      {.id = 2, .cpus = {4, 5}, .memory_bytes = 8, .distances = {32, 32, 10, 90}},
                      {.id = 3, .cpus = {}, .memory_bytes = 8, .distances = {90, 90, 90, 10}}}};
}

Exit exit_of(const BindingPolicy& policy, const std::vector<int>& gpus, const BindingFacts& known) {
    try {
        (void)resolve_binding(policy, gpus, known);
    } catch (const Error& error) {
        return error.code();
    }
    return Exit::ok;
}

TEST(BindingPolicy, TextsReadBack) {
    for (const char* text : {"none", "gpu-local", "node:0", "node:12", "remote"}) {
        const auto policy = parse_binding_policy(text);
        ASSERT_TRUE(policy) << text;
        EXPECT_EQ(to_string(*policy), text);
    }
    for (const char* text : {"", "None", "node", "node:", "node:x", "node:-1", "node:01", "node:1 ",
                             "node:4096", "gpu", "local"})
        EXPECT_FALSE(parse_binding_policy(text)) << text;
}

TEST(BindingPolicy, NoneBindsNothing) {
    EXPECT_EQ(resolve_binding({}, {0}, {}), ResolvedBinding{});
}

TEST(BindingPolicy, NodeAndGpuLocalBindCpusAndMemory) {
    EXPECT_EQ(resolve_binding({.kind = Kind::node, .node = 1}, {0}, facts()),
              (ResolvedBinding{.nodes = {1}, .cpus = {2, 3}}));
    EXPECT_EQ(resolve_binding({.kind = Kind::gpu_local}, {1}, facts()),
              (ResolvedBinding{.nodes = {2}, .cpus = {4, 5}}));
    EXPECT_EQ(resolve_binding({.kind = Kind::gpu_local}, {1, 0}, facts()),
              (ResolvedBinding{.nodes = {0, 2}, .cpus = {0, 1, 4, 5}}));
}

TEST(BindingPolicy, RemoteIsTheFarthestUsableNodeTheLowestAmongEquals) {
    EXPECT_EQ(farthest_node(facts().nodes, 0), 2);
    EXPECT_EQ(farthest_node(facts().nodes, 2), 0);
    EXPECT_EQ(resolve_binding({.kind = Kind::remote}, {1}, facts())->nodes, std::vector{0});
    EXPECT_FALSE(resolve_binding({.kind = Kind::remote}, {0, 1}, facts()));
}

TEST(BindingPolicy, WithoutDistancesAnyOtherNodeIsFar) {
    auto known = facts();
    for (auto& node : known.nodes) node.distances.clear();
    EXPECT_EQ(farthest_node(known.nodes, 0), 1);
}

TEST(BindingPolicy, WhatTheMachineCannotDoIsExitFour) {
    EXPECT_EQ(exit_of({.kind = Kind::node, .node = 9}, {0}, facts()), Exit::unfit);
    EXPECT_EQ(exit_of({.kind = Kind::node, .node = 3}, {0}, facts()), Exit::unfit);
    EXPECT_EQ(exit_of({.kind = Kind::gpu_local}, {7}, facts()), Exit::unfit);
    EXPECT_EQ(exit_of({.kind = Kind::remote}, {7}, facts()), Exit::unfit);
    BindingFacts one{.node_of_gpu = {{0, 0}}, .nodes = {facts().nodes[0]}};
    EXPECT_EQ(exit_of({.kind = Kind::remote}, {0}, one), Exit::unfit);
    EXPECT_EQ(exit_of({.kind = Kind::gpu_local}, {0}, one), Exit::ok);
}

}  // namespace
}  // namespace hopbench
