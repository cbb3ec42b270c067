#include "tests/sim/engine/flows.hpp"

#include <gtest/gtest.h>

namespace hopbench::sim {
namespace {

Route over(std::initializer_list<std::uint16_t> resources, const std::vector<double>& capacities,
           double own_limit = kUnlimited) {
    Route route{.alone_rate = own_limit, .own_limit = own_limit};
    for (const auto resource : resources) {
        route.resources.at(static_cast<std::size_t>(route.resource_count++)) = resource;
        route.alone_rate = std::min(route.alone_rate, capacities[resource]);
    }
    return route;
}

struct Ended {
    void* owner;
    Picoseconds time;
};

std::vector<Ended> run(Flows& flows) {
    std::vector<Ended> ended;
    while (!flows.empty()) {
        const auto time = flows.next_end();
        ended.push_back({flows.finish_one(time), time});
    }
    return ended;
}

TEST(Flows, AloneTheNarrowestResourceDecides) {
    const std::vector<double> capacities{4, 2};
    Flows flows(capacities);
    const auto route = over({0, 1}, capacities);
    flows.add(100, route, 1000, 1.0, nullptr);
    EXPECT_EQ(flows.next_end(), 100 + 500);
    flows.finish_one(600);
    EXPECT_EQ(flows.next_end(), kNever);
}

TEST(Flows, NoiseStretchesTheTime) {
    const std::vector<double> capacities{4};
    Flows flows(capacities);
    const auto route = over({0}, capacities);
    flows.add(0, route, 1000, 1.5, nullptr);
    EXPECT_EQ(flows.next_end(), 375);
}

TEST(Flows, TwoShareAndTheRestGoesOnAlone) {
    const std::vector<double> capacities{4};
    Flows flows(capacities);
    const auto route = over({0}, capacities);
    int first = 0;
    int second = 0;
    flows.add(0, route, 400, 1.0, &first);
    flows.add(0, route, 1000, 1.0, &second);
    const auto ended = run(flows);
    ASSERT_EQ(ended.size(), 2U);
    EXPECT_EQ(ended[0].owner, &first);
    EXPECT_EQ(ended[0].time, 200);            // at half the rate
    EXPECT_EQ(ended[1].time, 200 + 600 / 4);  // what was left, at the full one
}

TEST(Flows, AJoiningOneSlowsTheOther) {
    const std::vector<double> capacities{4};
    Flows flows(capacities);
    const auto route = over({0}, capacities);
    int first = 0;
    int second = 0;
    flows.add(0, route, 800, 1.0, &first);
    flows.add(100, route, 800, 1.0, &second);
    const auto ended = run(flows);
    EXPECT_EQ(ended[0].time, 100 + 200);
    EXPECT_EQ(ended[1].time, 400);
}

// Three transfers over two links: the one on the crowded link gets a share there, the others what
// it leaves.
TEST(Flows, SharesAreMaxMinFair) {
    const std::vector<double> capacities{10, 6};
    Flows flows(capacities);
    const auto first_only = over({0}, capacities);
    const auto both = over({0, 1}, capacities);
    const auto second_only = over({1}, capacities);
    int a = 0;
    int b = 0;
    int c = 0;
    flows.add(0, first_only, 7000, 1.0, &a);
    flows.add(0, both, 3000, 1.0, &b);
    flows.add(0, second_only, 3000, 1.0, &c);
    for (const auto& [owner, time] : run(flows))
        EXPECT_EQ(time, 1000) << (owner == &a ? "a" : owner == &b ? "b" : "c");
}

TEST(Flows, OwnLimitsLeaveTheRestToOthers) {
    const std::vector<double> capacities{10};
    Flows flows(capacities);
    const auto limited = over({0}, capacities, 2);
    const auto free = over({0}, capacities);
    flows.add(0, limited, 2000, 1.0, nullptr);
    flows.add(0, free, 8000, 1.0, nullptr);
    for (const auto& [owner, time] : run(flows)) EXPECT_EQ(time, 1000);
}

}  // namespace
}  // namespace hopbench::sim
