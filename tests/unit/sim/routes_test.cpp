#include "tests/sim/engine/routes.hpp"

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

MachineModel round_model(const std::string& assignments = "") {
    return read_model(kBareMetal, kRound + ";" + assignments);
}

double ns(Picoseconds time) {
    return static_cast<double>(time) / 1000.0;
}
double gbps(double per_ps) {
    return per_ps * 1000.0;
}

TEST(Routes, DirectCopiesAddTheLatenciesOfTheWay) {
    const auto model = round_model("links.8.latency_ns=250;links.8.gbps=30");
    const Routes routes(model);
    EXPECT_DOUBLE_EQ(ns(routes.direct(0, 1).startup), 1000 + 200);
    EXPECT_DOUBLE_EQ(gbps(routes.direct(0, 1).alone_rate), 50);
    EXPECT_DOUBLE_EQ(ns(routes.direct(0, 4).startup), 1000 + 100 + 250 + 100);
    EXPECT_DOUBLE_EQ(gbps(routes.direct(0, 4).alone_rate), 30);
    EXPECT_EQ(routes.direct(0, 4).resource_count, 3);
}

TEST(Routes, StagedCopiesStopOnTheSourcesNode) {
    const auto model = round_model("numa_nodes.0.memory_gbps=9;links.0.latency_ns=1");
    const Routes routes(model);
    EXPECT_DOUBLE_EQ(ns(routes.staged(0, 4).startup), 10000 + 1 + 200);
    EXPECT_DOUBLE_EQ(gbps(routes.staged(0, 4).alone_rate), 9);  // node 0 is the narrowest
    EXPECT_DOUBLE_EQ(gbps(routes.staged(4, 0).alone_rate),
                     25);  // by node 1, limited by the staging
}

TEST(Routes, ScalesApplyToTransfersBetweenDevicesOnly) {
    const auto plain_model = round_model();
    const auto scaled_model = round_model(
        "scale.latency=2;scale.bandwidth=0.5;scale.cross_numa_latency=3;"
        "scale.cross_numa_bandwidth=0.1");
    const Routes plain(plain_model);
    const Routes scaled(scaled_model);
    EXPECT_DOUBLE_EQ(ns(scaled.direct(0, 1).startup), 2 * ns(plain.direct(0, 1).startup));
    EXPECT_DOUBLE_EQ(scaled.direct(0, 1).weight, 2);
    EXPECT_DOUBLE_EQ(ns(scaled.direct(0, 4).startup), 6 * ns(plain.direct(0, 4).startup));
    EXPECT_DOUBLE_EQ(scaled.direct(0, 4).weight, 20);
    EXPECT_DOUBLE_EQ(ns(scaled.to_host(0, 1).startup), 6 * ns(plain.to_host(0, 1).startup));
    EXPECT_EQ(scaled.local(0).startup, plain.local(0).startup);
    EXPECT_EQ(scaled.fill(0).startup, plain.fill(0).startup);
}

TEST(Routes, GpusForwardNothing) {
    // A quick bridge between GPUs 0 and 4 helps those two and nobody else.
    const auto bridged =
        round_model("links+={\"a\":\"gpu0\",\"b\":\"gpu4\",\"gbps\":90,\"latency_ns\":5}");
    const Routes routes(bridged);
    EXPECT_DOUBLE_EQ(ns(routes.direct(0, 4).startup), 1005);
    EXPECT_DOUBLE_EQ(ns(routes.direct(1, 5).startup), 1300);
    EXPECT_DOUBLE_EQ(ns(routes.to_host(0, 1).startup), 1200);
}

TEST(Routes, TheLeastLatencyWinsNotTheFewestLinks) {
    const auto model = round_model(
        "links.8.latency_ns=900;links+={\"a\":\"node0\",\"b\":\"switch0\",\"gbps\":8,"
        "\"latency_ns\":20};links+={\"a\":\"switch0\",\"b\":\"node1\",\"gbps\":9,"
        "\"latency_ns\":30}");
    const Routes routes(model);
    EXPECT_DOUBLE_EQ(ns(routes.direct(0, 4).startup), 1000 + 100 + 50 + 100);
    EXPECT_DOUBLE_EQ(gbps(routes.direct(0, 4).alone_rate), 8);
}

TEST(Routes, AccessesOfKernels) {
    const auto model = round_model();
    const Routes routes(model);
    EXPECT_DOUBLE_EQ(ns(routes.load_latency(0, 0)), 300);
    EXPECT_DOUBLE_EQ(ns(routes.store_latency(0, 0)), 75);
    EXPECT_DOUBLE_EQ(ns(routes.load_latency(0, 1)), 2 * 200 + 300);
    EXPECT_DOUBLE_EQ(ns(routes.store_latency(0, 4)), 300);
    EXPECT_DOUBLE_EQ(ns(routes.load_latency(0, kMaxGpus)), 2 * 100 + 100);
}

}  // namespace
}  // namespace hopbench::sim
