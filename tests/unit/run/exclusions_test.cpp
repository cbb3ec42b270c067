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
    EXPECT_TRUE(exclusions.find(named("p2p/ce_write/src:0/dst:1/bytes:4"), "any"));
    EXPECT_TRUE(exclusions.find(named("latency/oneshot/src:4/dst:5/bytes:4"), "any"));
    EXPECT_FALSE(exclusions.find(named("p2p/ce_write/src:1/dst:0/bytes:4"), "any"));
    EXPECT_FALSE(exclusions.find(named("p2p/ce_write/src:2/dst:3/bytes:4"), "any"));
    EXPECT_FALSE(exclusions.find(named("staged/ring/src:0/dst:1/bytes:4"), "any"));
    EXPECT_FALSE(exclusions.find(named("hostcopy/d2h/src:0/bytes:4/node:1"), "any"));
    EXPECT_FALSE(exclusions.find(named("allreduce/out_of_place/ranks:8/bytes:4"), "any"));
}

TEST(Exclusions, BothDirectionsNeedBoth) {
    const Exclusions exclusions({tried(1, 0, Status::hung)});
    const auto* both = exclusions.find(named("p2p/sm_write_bidir/src:0/dst:1/bytes:4"), "any");
    ASSERT_TRUE(both);
    EXPECT_NE(both->reason.find("ce_push"), std::string::npos) << both->reason;
}

TEST(Exclusions, WhatTookTheMachineDownIsNotTriedInTheBlocks) {
    const Exclusions exclusions({tried(0, 1, Status::crashed_host)});
    const auto* found = exclusions.find(named("p2p/ce_write/src:0/dst:1/bytes:4"), "any");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->status, Status::crashed_host);
    EXPECT_NE(found->reason.find("took the machine down"), std::string::npos) << found->reason;
}

TEST(Exclusions, AHungAllReduceIsLeftOutUnderItsVariantAndRanks) {
    NcclEvidence hung;
    hung.variant = "baseline";
    hung.status = Status::hung;
    NcclEvidence fine = hung;
    fine.variant = "topo-xml";
    fine.status = Status::ok;
    const Exclusions exclusions({}, {hung, fine}, 8);
    const auto all = named("allreduce/out_of_place/ranks:8/bytes:4");
    EXPECT_TRUE(exclusions.find(all, "baseline"));
    EXPECT_TRUE(exclusions.find(all, "baseline-control"));
    EXPECT_FALSE(exclusions.find(all, "topo-xml"));
    EXPECT_FALSE(exclusions.find(named("allreduce/out_of_place/ranks:4/bytes:4"), "baseline"));
    EXPECT_FALSE(exclusions.find(named("p2p/ce_write/src:0/dst:1/bytes:4"), "baseline"));
}

TEST(Exclusions, NoneLeaveThePlanAlone) {
    const std::vector<PlannedCase> cases{
        {.name = named("p2p/ce_write/src:0/dst:1/bytes:4"), .samples = 1},
        {.name = named("p2p/ce_write/src:1/dst:0/bytes:4"), .samples = 1}};
    EXPECT_EQ(Exclusions().without_excluded(cases, "any").size(), 2u);
    EXPECT_EQ(Exclusions({tried(0, 1, Status::hung)}).without_excluded(cases, "any").size(), 1u);
}

}  // namespace
}  // namespace hopbench
