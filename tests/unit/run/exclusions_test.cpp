#include "harness/run/exclusions.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

Capability tried(int src, int dst, Status status) {
    return {.step = "ce_push",
            .src = src,
            .dst = dst,
            .status = status,
            .reason = {},
            .verification = {},
            .notes = {}};
}

CaseName named(const char* text) {
    return parse_case_name(text).value();
}

TEST(Exclusions, AHungPairIsLeftOutWherePeersAreUsed) {
    const Exclusions exclusions({tried(0, 1, Status::hung), tried(1, 0, Status::ok),
                                 tried(2, 3, Status::corrupt), tried(4, 5, Status::wedged)});
    EXPECT_TRUE(exclusions.reason(named("p2p/ce_write/src:0/dst:1/bytes:4")));
    EXPECT_TRUE(exclusions.reason(named("latency/oneshot/src:4/dst:5/bytes:4")));
    EXPECT_FALSE(exclusions.reason(named("p2p/ce_write/src:1/dst:0/bytes:4")));
    EXPECT_FALSE(exclusions.reason(named("p2p/ce_write/src:2/dst:3/bytes:4")));
    EXPECT_FALSE(exclusions.reason(named("staged/ring/src:0/dst:1/bytes:4")));
    EXPECT_FALSE(exclusions.reason(named("hostcopy/d2h/src:0/bytes:4/node:1")));
    EXPECT_FALSE(exclusions.reason(named("allreduce/out_of_place/ranks:8/bytes:4")));
}

TEST(Exclusions, BothDirectionsNeedBoth) {
    const Exclusions exclusions({tried(1, 0, Status::hung)});
    const auto both = exclusions.reason(named("p2p/sm_write_bidir/src:0/dst:1/bytes:4"));
    ASSERT_TRUE(both);
    EXPECT_NE(both->find("ce_push"), std::string::npos) << *both;
}

TEST(Exclusions, NoneLeaveThePlanAlone) {
    const std::vector<PlannedCase> cases{
        {.name = named("p2p/ce_write/src:0/dst:1/bytes:4"), .samples = 1},
        {.name = named("p2p/ce_write/src:1/dst:0/bytes:4"), .samples = 1}};
    EXPECT_EQ(Exclusions().without_excluded(cases).size(), 2u);
    EXPECT_EQ(Exclusions({tried(0, 1, Status::hung)}).without_excluded(cases).size(), 1u);
}

}  // namespace
}  // namespace hopbench
