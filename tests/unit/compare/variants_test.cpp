#include <gtest/gtest.h>

#include <cmath>

#include "harness/model/error.hpp"
#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

Comparison compare(const Report& report, const CompareOptions& options = {}) {
    return compare_variants(report, "", {}, options);
}

bool has_flag(const std::vector<std::string>& flags, const std::string& flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

TEST(CompareVariants, TenPercentSlowerIsARegression) {
    const Comparison result = compare(make_report({.factor = {{"slow", 1.10}}}));
    EXPECT_EQ(result.exit, Exit::findings);
    EXPECT_EQ(result.headline, "regression: 4 of 4 groups worse, 0 better, 0 same, 0 inconclusive");
    ASSERT_EQ(result.contrasts.size(), 1U);
    EXPECT_EQ(result.contrasts[0].base, "baseline");
    EXPECT_EQ(result.contrasts[0].head, "slow");
    for (const GroupResult& group : result.contrasts[0].groups) {
        EXPECT_EQ(group.verdict, Verdict::worse);
        EXPECT_NEAR(group.effect->theta, std::log(1.10), 0.01);
        EXPECT_NEAR(group.head_value / group.base_value, std::exp(group.effect->theta), 1e-12);
        EXPECT_NEAR(group.margin, std::log(1.05), 1e-15);
        EXPECT_EQ(group.effect->blocks, 10);
        ASSERT_TRUE(group.worst.has_value());
        EXPECT_EQ(group.worst->key.variant, "slow");
        EXPECT_GE(group.worst->effect->theta, group.effect->theta);
    }
    EXPECT_TRUE(result.control.present);
    EXPECT_TRUE(result.control.passed);
    for (const CellResult& cell : result.contrasts[0].cells) EXPECT_TRUE(cell.watch);
}

TEST(CompareVariants, OnlyTheGroupThatChangedIsNamed) {
    Report report = make_report({});
    for (Cell* cell : cells_of_variant(report, "slow"))
        if (cell->pair_class == PairClass::cross_node)
            for (double& value : cell->invocations.median) value *= 1.10;
    const Comparison result = compare(report);
    EXPECT_EQ(result.worse, 2);
    EXPECT_EQ(result.same, 2);
    for (const GroupResult& group : result.contrasts[0].groups)
        EXPECT_EQ(group.verdict == Verdict::worse, group.key.pair_class == PairClass::cross_node);
}

TEST(CompareVariants, AnIdenticalVariantIsTheSame) {
    const Comparison result = compare(make_report({}));
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_EQ(result.headline, "same: 4 of 4 groups same, 0 worse, 0 better, 0 inconclusive");
}

TEST(CompareVariants, FasterIsAnImprovementAndNoFinding) {
    const Comparison result = compare(make_report({.factor = {{"slow", 0.85}}}));
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_EQ(result.headline,
              "improvement: 4 of 4 groups better, 0 worse, 0 same, 0 inconclusive");
}

TEST(CompareVariants, LinearDriftDoesNotBias) {
    const Comparison result =
        compare(make_report({.invocation_sd = 0, .drift = 0.001, .factor = {{"slow", 1.03}}}));
    for (const GroupResult& group : result.contrasts[0].groups) {
        EXPECT_LT(std::abs(group.effect->theta - std::log(1.03)), 1e-12);
        EXPECT_TRUE(has_flag(group.flags, "drift"));
        EXPECT_EQ(group.verdict, Verdict::same);
    }
}

TEST(CompareVariants, FewerThanEightBlocksDecideNothing) {
    const Comparison result = compare(make_report({.blocks = 7, .factor = {{"slow", 2.0}}}),
                                      {.require_conclusive = true});
    EXPECT_EQ(result.exit, Exit::inconclusive);
    EXPECT_EQ(result.inconclusive, 4);
    const GroupResult& group = result.contrasts[0].groups[0];
    EXPECT_FALSE(group.effect->interval);
    EXPECT_TRUE(std::isinf(group.effect->high));
    EXPECT_NEAR(group.effect->theta, std::log(2.0), 0.02);
    EXPECT_EQ(group.lean, "leans worse");
    EXPECT_NE(group.why.find("8 are needed"), std::string::npos);
    EXPECT_TRUE(result.control.passed);
    EXPECT_FALSE(result.warnings.empty());
    EXPECT_EQ(compare(make_report({.blocks = 7})).exit, Exit::ok);
}

TEST(CompareVariants, OneBlock) {
    const Comparison result = compare(make_report({.blocks = 1}));
    EXPECT_EQ(result.inconclusive, 4);
    EXPECT_EQ(result.contrasts[0].groups[0].effect->blocks, 1);
}

TEST(CompareVariants, AllEqualIsTheSameWithoutSpread) {
    const Comparison result = compare(make_report({.invocation_sd = 0}));
    EXPECT_EQ(result.same, 4);
    for (const CellResult& cell : result.contrasts[0].cells) {
        EXPECT_EQ(cell.effect->se, 0);
        EXPECT_EQ(cell.verdict, Verdict::same);
        EXPECT_FALSE(cell.watch);
    }
}

TEST(CompareVariants, NoVarianceInOneArm) {
    Report report = make_report({.factor = {{"slow", 1.2}}});
    for (Cell* cell : cells_of_variant(report, "baseline"))
        for (double& value : cell->invocations.median) value = 3e-6;
    for (Cell* cell : cells_of_variant(report, "baseline-control"))
        for (double& value : cell->invocations.median) value = 3e-6;
    const Comparison result = compare(report);
    EXPECT_EQ(result.exit, Exit::findings);
    for (const GroupResult& group : result.contrasts[0].groups) EXPECT_GT(group.effect->se, 0);
}

TEST(CompareVariants, TheTimersQuantumIsTheFloor) {
    // 1 µs ticks at about 2 µs, constant values: the floor is all there is.
    const Comparison result =
        compare(make_report({.sizes = {4}, .invocation_sd = 0, .quantum = 1e-6}));
    const CellResult& cell = result.contrasts[0].cells[0];
    EXPECT_NEAR(cell.effect->se, 1e-6 / (std::sqrt(12.0) * cell.base_value * std::sqrt(10.0)),
                1e-6);
    EXPECT_EQ(cell.verdict, Verdict::inconclusive);
}

TEST(CompareVariants, TailIsAMetricOfItsOwnWhereBothSidesHaveIt) {
    Report report = make_report({.with_p99 = true});
    for (Cell* cell : cells_of_variant(report, "slow"))
        if (cell->key.bytes == 4)
            cell->invocations.p99.assign(cell->invocations.size(), std::nan(""));
    const Comparison result = compare(report);
    int tails = 0;
    for (const GroupResult& group : result.contrasts[0].groups)
        if (group.key.statistic == "p99") {
            ++tails;
            EXPECT_EQ(group.margin_kind, MarginKind::p99);
            EXPECT_NEAR(group.margin, std::log(1.10), 1e-15);
            EXPECT_EQ(group.key.band, Band::medium);
        }
    EXPECT_EQ(tails, 2);
    EXPECT_EQ(result.control.groups.size(), 8U);
}

TEST(CompareVariants, ABlockCountsWhereBothSidesHaveANumber) {
    Report report = make_report({});
    Cell* cell = cells_of_variant(report, "slow").front();
    cell->invocations.status[0] = Status::hung;     // one of two in block 0: the block stays
    cell->invocations.status[2] = Status::corrupt;  // both in block 1: it goes
    cell->invocations.median[3] = std::nan("");
    const Comparison result = compare(report);
    const CellResult& found = result.contrasts[0].cells.front();
    EXPECT_EQ(found.effect->blocks, 9);
    EXPECT_TRUE(has_flag(found.flags, "failed invocations"));
    EXPECT_TRUE(std::isfinite(found.effect->high));
    EXPECT_EQ(result.contrasts[0].groups[0].effect->blocks, 10);  // other cells have block 1
    EXPECT_TRUE(has_flag(result.contrasts[0].groups[0].flags, "failed invocations"));
}

TEST(CompareVariants, ACellThatAlwaysFailsIsListedNotPooled) {
    Report report = make_report({});
    Cell* cell = cells_of_variant(report, "slow").front();
    for (Status& status : cell->invocations.status) status = Status::refused;
    const Comparison result = compare(report);
    ASSERT_EQ(result.contrasts[0].unmatched.size(), 1U);
    EXPECT_NE(result.contrasts[0].unmatched[0].find("head has no usable invocation (refused)"),
              std::string::npos);
    EXPECT_EQ(result.contrasts[0].cells.size(), 11U);
    EXPECT_EQ(result.exit, Exit::unfit);
    ASSERT_EQ(result.incomparable.size(), 1U);
    EXPECT_EQ(
        result.incomparable[0].rfind("slow gave no number for 1 cell that baseline measured", 0),
        0U);
}

TEST(CompareVariants, ACellThatNeverWorkedAnywhereBlocksNothing) {
    Report report = make_report({});
    for (const char* variant : {"baseline", "baseline-control", "slow"})
        for (Status& status : cells_of_variant(report, variant).front()->invocations.status)
            status = Status::not_supported;
    const Comparison result = compare(report);
    EXPECT_EQ(result.contrasts[0].unmatched.size(), 1U);
    EXPECT_TRUE(result.incomparable.empty());
    EXPECT_NE(result.exit, Exit::unfit);
}

TEST(CompareVariants, OutlierBlocksTakeTheVerdictBack) {
    Report report = make_report({.invocation_sd = 0.001});
    for (Cell* cell : cells_of_variant(report, "slow"))
        for (const std::size_t i : {4U, 5U}) cell->invocations.median[i] *= 3;
    const Comparison result = compare(report);
    for (const GroupResult& group : result.contrasts[0].groups) {
        EXPECT_EQ(group.verdict, Verdict::inconclusive);
        EXPECT_TRUE(has_flag(group.flags, "outlier-dominated"));
    }
}

TEST(CompareVariants, TwoModesAcrossInvocationsAreFlagged) {
    Report report = make_report({.invocation_sd = 0.001});
    for (Cell* cell : cells_of_variant(report, "slow"))
        for (std::size_t i = 0; i < cell->invocations.size(); i += 2)
            cell->invocations.median[i] *= 1.5;
    const Comparison result = compare(report);
    EXPECT_TRUE(has_flag(result.contrasts[0].cells[0].flags, "two modes"));
    EXPECT_TRUE(has_flag(result.contrasts[0].groups[0].flags, "two modes"));
}

TEST(CompareVariants, AllContrastsJoinOneFamily) {
    Recipe recipe{.variants = {"baseline", "one", "two", "three", "baseline-control"}};
    const Report report = make_report(recipe);
    const Comparison all = compare(report);
    ASSERT_EQ(all.contrasts.size(), 3U);
    const Comparison single = compare_variants(report, "baseline", {"one"}, {});
    const double wide = all.contrasts[0].groups[0].effect->critical;
    EXPECT_GT(wide, single.contrasts[0].groups[0].effect->critical);
    EXPECT_EQ(wide, all.contrasts[2].groups[1].effect->critical);
    EXPECT_EQ(wide, all.control.groups[0].effect->critical);
    EXPECT_EQ(all.same, 12);
}

TEST(CompareVariants, UnknownNamesAreUsageErrorsThatListTheKnown) {
    const Report report = make_report({});
    for (const auto& [base, head] : {std::pair("nobody", "slow"), std::pair("baseline", "nobody")})
        try {
            (void)compare_variants(report, base, {head}, {});
            FAIL() << "no error for " << base << " and " << head;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), Exit::usage);
            EXPECT_NE(error.remedy().find("baseline, slow, baseline-control"), std::string::npos);
        }
    EXPECT_THROW((void)compare_variants(report, "slow", {"slow"}, {}), Error);
    EXPECT_THROW((void)compare_variants(make_report({.variants = {"baseline"}}), "", {}, {}),
                 Error);
}

TEST(CompareVariants, OneSeedOneComparison) {
    const Report report = make_report({.blocks = 16, .factor = {{"slow", 1.03}}});
    const std::string first = dump(compare(report, {.seed = 5}));
    EXPECT_EQ(first, dump(compare(report, {.seed = 5})));
    EXPECT_NE(first, dump(compare(report, {.seed = 6})));
}

}  // namespace
}  // namespace hopbench
