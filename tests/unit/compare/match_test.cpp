#include "harness/compare/match.hpp"

#include <gtest/gtest.h>

#include "harness/compare/margins.hpp"
#include "harness/model/error.hpp"
#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

TEST(Match, AMissingCellIsListedAndNeverPooled) {
    Report report = make_report({});
    remove_cells(report, [](const Cell& cell) {
        return cell.key.variant == "slow" && cell.key.src == 0 && cell.key.dst == 2 &&
               cell.key.bytes == 4;
    });
    const Comparison result = compare_variants(report, "", {}, {});
    ASSERT_EQ(result.contrasts[0].unmatched.size(), 1U);
    EXPECT_EQ(result.contrasts[0].unmatched[0],
              "latency/oneshot/src:0/dst:2/bytes:4/push/ce completion: only in baseline");
    for (const GroupResult& group : result.contrasts[0].groups) {
        const bool short_of_one =
            group.key.pair_class == PairClass::cross_node && group.key.band == Band::small;
        const int whole = group.key.pair_class == PairClass::cross_node ? 4 : 2;
        EXPECT_EQ(group.cells, short_of_one ? 3 : whole);
    }
    EXPECT_EQ(result.exit, Exit::ok);
}

TEST(Match, AWholeMissingGroupIsNamed) {
    Report report = make_report({});
    remove_cells(
        report, [](const Cell& cell) { return cell.key.variant == "slow" && cell.key.bytes == 4; });
    const Comparison result = compare_variants(report, "", {}, {});
    const std::vector<std::string>& lines = result.contrasts[0].unmatched;
    ASSERT_EQ(lines.size(), 8U);  // two groups, six cells
    EXPECT_EQ(lines[0], "group latency completion same-node ≤4KiB: only in baseline (2 cells)");
    EXPECT_EQ(result.contrasts[0].groups.size(), 2U);
}

TEST(Match, NothingInCommonIsIncomparable) {
    Report report = make_report({});
    remove_cells(report, [](const Cell& cell) { return cell.key.variant == "slow"; });
    const Comparison result = compare_variants(report, "", {}, {});
    EXPECT_EQ(result.exit, Exit::unfit);
    EXPECT_NE(result.headline.find("no cell with numbers in common"), std::string::npos);
}

TEST(Match, UnitsThatDifferAreIncomparable) {
    Report report = make_report({});
    cells_of_variant(report, "slow").front()->unit = "ms";
    const Comparison result = compare_variants(report, "", {}, {});
    ASSERT_EQ(result.incomparable.size(), 1U);
    EXPECT_NE(result.incomparable[0].find("unit s in base, ms in head"), std::string::npos);
    EXPECT_EQ(result.contrasts[0].cells.size(), 11U);
    EXPECT_EQ(result.exit, Exit::unfit);
}

TEST(Match, ACellTwiceIsABrokenReport) {
    Report report = make_report({});
    report.cells.push_back(report.cells.front());
    EXPECT_THROW((void)compare_variants(report, "", {}, {}), Error);
}

TEST(Margins, KindFollowsMetricAndBand) {
    using compare::Statistic;
    Cell cell;
    cell.margin_kind = MarginKind::bandwidth;
    cell.key.bytes = 1048576;
    EXPECT_EQ(compare::margin_kind_of(cell, Statistic::median), MarginKind::latency);
    cell.key.bytes = 1048577;
    EXPECT_EQ(compare::margin_kind_of(cell, Statistic::median), MarginKind::bandwidth);
    EXPECT_EQ(compare::margin_kind_of(cell, Statistic::p99), MarginKind::p99);
    cell.margin_kind = MarginKind::allreduce;
    cell.key.bytes = 4;
    EXPECT_EQ(compare::margin_kind_of(cell, Statistic::median), MarginKind::allreduce);
}

TEST(Margins, OptionsBeatTheReportAndTheReportTheDefaults) {
    Report report;
    report.margins = {{MarginKind::latency, 0.07}, {MarginKind::p99, 0.2}};
    const auto margins = compare::resolve_margins(report, {.margins = {{MarginKind::p99, 0.0}}});
    EXPECT_EQ(margins.at(MarginKind::latency), 0.07);
    EXPECT_EQ(margins.at(MarginKind::p99), 0);
    EXPECT_EQ(margins.at(MarginKind::bandwidth), 0.02);
    EXPECT_THROW((void)compare::resolve_margins(report, {.margins = {{MarginKind::p99, -0.1}}}),
                 Error);
}

}  // namespace
}  // namespace hopbench
