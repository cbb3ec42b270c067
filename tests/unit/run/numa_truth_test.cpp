#include "harness/run/numa_truth.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

const Topology model{
    .node_of_gpu = {{0, 1}, {1, 1}, {2, 0}}, .numa_source = "model", .links = {{"gpu0", "node1"}}};

std::vector<Gpu> gpus() {
    return gpus_of(fake_setup().facts);
}

TEST(NumaTruth, AMapThenNumaThenTheModel) {
    const auto plain = true_topology({}, gpus(), model);
    EXPECT_EQ(plain.node_of_gpu, model.node_of_gpu);
    EXPECT_EQ(plain.numa_source, "model");

    RunOptions options;
    options.numa = {"0000:02:00.0=3"};
    const auto stated = true_topology(options, gpus(), model);
    EXPECT_EQ(stated.node_of_gpu, (std::map<int, int>{{2, 3}}));
    EXPECT_EQ(stated.numa_source, "--numa");
    EXPECT_EQ(stated.links.size(), 1u);

    const TemporaryDirectory directory;
    options.map = directory.path() / "map.json";
    std::ofstream(options.map) << R"({"schema":"hopbench.map/1","gpus":[{"index":0,
        "guest_bdf":"0000:00:00.0","guest_node":5,"proven":true,"evidence":["seen"]}]})";
    const auto mapped = true_topology(options, gpus(), model);
    EXPECT_EQ(mapped.node_of_gpu, (std::map<int, int>{{0, 5}}));
    EXPECT_EQ(mapped.numa_source, "--map");
}

TEST(NumaTruth, FixesNeedTheNodeOfEveryGpu) {
    const auto variants = resolve_variants({.names = {"topo-xml"}, .definitions = {}});
    check_truth_for_fixes(variants, {0, 1, 2}, model);
    check_truth_for_fixes(resolve_variants({}), {0, 1, 7}, model);
    try {
        check_truth_for_fixes(variants, {0, 7}, model);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::unfit);
        EXPECT_NE(std::string(error.what()).find("--numa"), std::string::npos);
    }
}

TEST(NumaTruth, FixesPutGpusOnNodesOfTheMachineOnly) {
    const auto variants = resolve_variants({.names = {"sysfs"}, .definitions = {}});
    const auto nodes_until = [](int last) {
        std::vector<NumaNodeFacts> nodes(static_cast<std::size_t>(last) + 1);
        for (int id = 0; id <= last; ++id) nodes[static_cast<std::size_t>(id)].id = id;
        return nodes;
    };
    check_nodes_for_fixes(variants, {0, 1, 2}, model, nodes_until(1));
    check_nodes_for_fixes(variants, {0, 1, 2}, model, {});  // the kernel shows none
    check_nodes_for_fixes(resolve_variants({}), {0, 1, 2}, model, nodes_until(0));
    try {
        check_nodes_for_fixes(variants, {2, 1}, model, nodes_until(0));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::unfit);
        EXPECT_EQ(error.why(), "GPU 1 is on node 1 by model, and this machine has no such node");
    }
}

}  // namespace
}  // namespace hopbench
