// Bandwidths and collectives: direction, margins, groups and matching of what is no latency.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/compare/cell_logs.hpp"
#include "harness/compare/match.hpp"
#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

constexpr std::uint64_t mebibyte = 1048576;

/// Pair copies of `family` as bandwidths, margin kind bandwidth.
Report bandwidth_report(const std::string& family, const Recipe& recipe) {
    Report report = make_report(recipe);
    to_bandwidth(report);
    for (Cell& cell : report.cells) {
        cell.key.family = family;
        cell.key.method = "ce_write";
        cell.key.metric = "bandwidth";
        cell.margin_kind = MarginKind::bandwidth;
    }
    return report;
}

/// The copies out of GPU 0 become all-reduces: of 2 ranks where they went to GPU 1, of 4 else.
Report collective_report(const Recipe& recipe) {
    Report report = make_report(recipe);
    remove_cells(report, [](const Cell& cell) { return cell.key.src != 0; });
    for (Cell& cell : report.cells) {
        cell.key.ranks = cell.key.dst == 1 ? 2 : 4;
        cell.key.src = cell.key.dst = std::nullopt;
        cell.key.family = "allreduce";
        cell.key.method = "out_of_place";
        cell.key.metric = "time";
        cell.key.engine = "nccl/float/sum";
        cell.pair_class = PairClass::collective;
        cell.margin_kind = MarginKind::allreduce;
    }
    return report;
}

const GroupResult* find_group(const Comparison& comparison, const std::string& text) {
    for (const GroupResult& group : comparison.contrasts.at(0).groups)
        if (describe(group.key) == text) return &group;
    return nullptr;
}

TEST(Families, LessBandwidthIsWorseAndItsMarginFollowsTheBand) {
    // 4 % less: over the 2 % of large copies, inside the 5 % of those up to 1 MiB.
    const Comparison result =
        compare_variants(bandwidth_report("p2p", {.sizes = {4096, mebibyte, 16 * mebibyte},
                                                  .invocation_sd = 0.0005,
                                                  .factor = {{"slow", 1.04}}}),
                         "", {}, {});
    EXPECT_EQ(result.exit, Exit::findings);
    ASSERT_EQ(result.contrasts[0].groups.size(), 6U);
    for (const GroupResult& group : result.contrasts[0].groups) {
        const bool large = group.key.band == Band::large;
        EXPECT_EQ(group.verdict, large ? Verdict::worse : Verdict::same) << describe(group.key);
        EXPECT_EQ(group.margin_kind, large ? MarginKind::bandwidth : MarginKind::latency);
        EXPECT_NEAR(group.margin, std::log(large ? 1.02 : 1.05), 1e-15);
        EXPECT_EQ(group.unit, "B/s");
        EXPECT_EQ(group.better, Better::higher);
        EXPECT_NEAR(group.effect->theta, std::log(1.04), 0.002);
        EXPECT_LT(group.head_value, group.base_value);
        EXPECT_NEAR(group.head_value / group.base_value, std::exp(-group.effect->theta), 1e-12);
    }
}

TEST(Families, MoreBandwidthIsBetter) {
    const Comparison result = compare_variants(
        bandwidth_report(
            "staged",
            {.sizes = {16 * mebibyte}, .invocation_sd = 0.0005, .factor = {{"slow", 0.9}}}),
        "", {}, {});
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_EQ(result.better, 2);
    const GroupResult* group = find_group(result, "staged bandwidth cross-node >1MiB");
    ASSERT_NE(group, nullptr);
    EXPECT_GT(group->head_value, group->base_value);
    EXPECT_LT(group->effect->theta, 0);
    ASSERT_TRUE(group->worst.has_value());
    for (const CellResult& cell : result.contrasts[0].cells)
        if (cell.key.src == group->worst->key.src && cell.key.dst == group->worst->key.dst) {
            EXPECT_EQ(cell.effect->theta, group->worst->effect->theta);
        }
}

TEST(Families, TheFastTailOfABandwidthIsNoP99) {
    const Recipe recipe{.sizes = {16 * mebibyte}, .with_p99 = true};
    const Comparison rates = compare_variants(bandwidth_report("p2p", recipe), "", {}, {});
    for (const GroupResult& group : rates.contrasts[0].groups)
        EXPECT_EQ(group.key.statistic, "median");
    const Comparison times = compare_variants(collective_report(recipe), "", {}, {});
    const GroupResult* p99 = find_group(times, "allreduce time p99 collective >1MiB");
    ASSERT_NE(p99, nullptr);
    EXPECT_EQ(p99->margin_kind, MarginKind::p99);
}

TEST(Families, CollectivesAreGroupedByBandAndTakeTheirOwnMargin) {
    const Comparison result =
        compare_variants(collective_report({.sizes = {8, 4096, 65536, mebibyte, 2 * mebibyte},
                                            .invocation_sd = 0.0005,
                                            .factor = {{"slow", 1.04}}}),
                         "", {}, {});
    ASSERT_EQ(result.contrasts[0].groups.size(), 3U);
    for (const char* band : {"≤4KiB", "≤1MiB", ">1MiB"}) {
        const GroupResult* group =
            find_group(result, std::string("allreduce time collective ") + band);
        ASSERT_NE(group, nullptr) << band;
        EXPECT_EQ(group->verdict, Verdict::worse);
        EXPECT_EQ(group->margin_kind, MarginKind::allreduce);
        EXPECT_NEAR(group->margin, std::log(1.03), 1e-15);
        EXPECT_EQ(group->unit, "s");
        EXPECT_EQ(group->cells, band == std::string(">1MiB") ? 2 : 4);
    }
}

TEST(Families, RanksTellCollectivesApart) {
    Report report = collective_report({.sizes = {4096}});
    const auto base = compare::cells_of(report, "baseline");
    ASSERT_EQ(base.size(), 2U) << "2 and 4 ranks, nothing else differs";
    remove_cells(
        report, [](const Cell& cell) { return cell.key.variant == "slow" && cell.key.ranks == 2; });
    const Comparison result = compare_variants(report, "", {}, {});
    ASSERT_EQ(result.contrasts[0].cells.size(), 1U);
    EXPECT_EQ(result.contrasts[0].cells[0].key.ranks, 4);
    ASSERT_EQ(result.contrasts[0].unmatched.size(), 1U);
    EXPECT_NE(result.contrasts[0].unmatched[0].find("/ranks:2/"), std::string::npos);
    for (Cell* cell : cells_of_variant(report, "slow")) cell->key.ranks = 8;
    EXPECT_TRUE(compare_variants(report, "", {}, {}).contrasts[0].cells.empty());
}

TEST(Families, EveryFamilyHasGroupsOfItsOwn) {
    Report report = make_report({.sizes = {16 * mebibyte}, .factor = {{"slow", 1.10}}});
    const Report rates = bandwidth_report("p2p", {.sizes = {16 * mebibyte}});
    Report copies = bandwidth_report("hostcopy", {.sizes = {16 * mebibyte}});
    for (Cell& cell : copies.cells) {
        cell.key.host_node = cell.key.src;
        cell.key.src.reset();
        cell.pair_class =
            cell.key.host_node == cell.key.dst ? PairClass::host_local : PairClass::host_remote;
    }
    for (const Report* more : {&rates, &std::as_const(copies)})
        report.cells.insert(report.cells.end(), more->cells.begin(), more->cells.end());
    std::sort(report.cells.begin(), report.cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    const Comparison result = compare_variants(report, "", {}, {});
    EXPECT_EQ(result.contrasts[0].groups.size(), 5U);
    for (const GroupResult& group : result.contrasts[0].groups) {
        const bool latency = group.key.family == "latency";
        EXPECT_EQ(group.verdict, latency ? Verdict::worse : Verdict::same) << describe(group.key);
        EXPECT_EQ(group.unit, latency ? "s" : "B/s");
    }
    EXPECT_NE(find_group(result, "hostcopy bandwidth host-remote >1MiB"), nullptr);
}

}  // namespace
}  // namespace hopbench
