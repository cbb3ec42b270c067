#include "harness/compare/perceived.hpp"

#include <gtest/gtest.h>

#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

using Lines = std::vector<std::string>;

NcclEvidence detected() {
    NcclEvidence evidence;
    evidence.variant = "baseline";
    evidence.version = "2.28.9";
    evidence.cpus = {{.numa_id = -1, .affinity = "", .processor = "p", .gpus = {0, 1, 2, 3}}};
    evidence.path_type = "PHB";
    evidence.channel_gbps = 24;
    evidence.search_channels = 2;
    evidence.channels = 4;
    evidence.ring = {0, 1, 2, 3};
    evidence.simple_from_bytes = 4194304;
    return evidence;
}

NcclEvidence loaded() {
    auto evidence = detected();
    evidence.variant = "slow";
    evidence.topo_file = "fixes/slow/nccl-topology.xml";
    evidence.cpus = {{.numa_id = 1, .affinity = "", .processor = "p", .gpus = {0, 1}},
                     {.numa_id = 0, .affinity = "", .processor = "p", .gpus = {2, 3}}};
    evidence.inter_cpu_gbps = 16;
    evidence.path_type = "SYS";
    evidence.channel_gbps = 0.1;
    evidence.search_channels = 1;
    evidence.channels = 2;
    evidence.fell_back = true;
    evidence.simple_from_bytes = 4096;
    return evidence;
}

Lines differences(const Report& report) {
    return compare::perceived_differences({report, "baseline"}, {report, "slow"});
}

TEST(Perceived, SaysWhatNcclMadeOfTheVariant) {
    Report report;
    report.nccl = {detected(), loaded()};
    EXPECT_EQ(differences(report),
              Lines{"NCCL: path PHB → SYS, channels 4 → 2, Simple from 4 MiB → 4 KiB, search fell "
                    "back, ring search 2 × 24 GB/s → 1 × 0.1 GB/s, nodes of ranks -1 -1 -1 -1 → 1 "
                    "1 0 0, topology detected → fixes/slow/nccl-topology.xml"});
    EXPECT_EQ(compare::perceived_differences({report, "slow"}, {report, "baseline"})
                  .at(0)
                  .rfind("NCCL: path SYS → PHB, channels 2 → 4, Simple from 4 KiB → 4 MiB, search "
                         "no longer falls back",
                         0),
              0U);
}

TEST(Perceived, AFileWithoutEffectIsTold) {
    Report report;
    report.nccl = {detected(), detected()};
    report.nccl[1].variant = "slow";
    EXPECT_EQ(differences(report), Lines{"NCCL: perceives the same on both sides"});
    EXPECT_TRUE(compare::perceived_changes({report, "baseline"}, {report, "slow"}).empty());
}

TEST(Perceived, WhatIsNotKnownIsNoDifference) {
    Report report;
    EXPECT_TRUE(differences(report).empty());
    report.nccl = {detected()};
    EXPECT_EQ(differences(report), Lines{"NCCL: what it perceives under slow is not known"});
    report.nccl.push_back(loaded());
    report.nccl[1].status = Status::hung;
    report.nccl[1].reason = "no line within 30 s";
    EXPECT_EQ(differences(report),
              Lines{"NCCL: what it perceives under slow is not known: hung, no line within 30 s"});
    report.nccl[1].status = Status::ok;
    report.nccl[1].channels.reset();
    EXPECT_EQ(differences(report).at(0).find("channels"), std::string::npos);
}

TEST(Perceived, TwoReportsAlsoDifferInWhatPairsCan) {
    Report base, head;
    const auto tried = [](const char* step, int dst, Status status) {
        Capability one;
        one.step = step;
        one.dst = dst;
        one.status = status;
        return one;
    };
    for (const int dst : {1, 2}) {
        base.capabilities.push_back(tried("enable", dst, Status::ok));
        head.capabilities.push_back(tried("enable", dst, Status::refused));
    }
    base.capabilities.push_back(tried("ce_push", 1, Status::ok));
    const auto lines = compare::perceived_differences({base, "baseline"}, {head, "baseline"});
    EXPECT_EQ(lines, Lines{"pairs with enable: 2 of 2 → 0 of 2"});
}

TEST(Perceived, StandsInTheContrastAndDecidesNothing) {
    Report report = make_report({});
    report.nccl = {detected(), loaded()};
    const Comparison result = compare_variants(report, "", {}, {});
    ASSERT_EQ(result.contrasts[0].perceived.size(), 1U);
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_EQ(result.same, 4);
}

TEST(Perceived, SessionsOfOneSideThatDifferAreNamed) {
    std::vector<Report> base, head;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        base.push_back(make_report({.variants = {"baseline"}, .seed = seed}));
        head.push_back(make_report({.variants = {"baseline"}, .seed = 10 + seed}));
        base.back().nccl = {detected()};
        head.back().nccl = {detected()};
    }
    head[1].nccl = {loaded()};
    head[1].nccl[0].variant = "baseline";
    const Comparison result = compare_reports(base, head, {});
    EXPECT_EQ(result.contrasts[0].perceived, Lines{"NCCL: perceives the same on both sides"});
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_EQ(result.warnings[0].rfind("sessions of head differ: NCCL: path PHB → SYS", 0), 0U)
        << result.warnings[0];
}

}  // namespace
}  // namespace hopbench
