#include "harness/compare/outcome.hpp"

#include <gtest/gtest.h>

#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

Comparison with_groups(const std::vector<Verdict>& verdicts) {
    Comparison comparison;
    comparison.contrasts.emplace_back();
    comparison.contrasts[0].head = "slow";
    for (const Verdict verdict : verdicts) {
        comparison.contrasts[0].groups.emplace_back();
        comparison.contrasts[0].groups.back().verdict = verdict;
    }
    return comparison;
}

TEST(Outcome, HeadlineIsOneWordAndCounts) {
    Comparison comparison = with_groups(
        {Verdict::same, Verdict::worse, Verdict::same, Verdict::inconclusive, Verdict::better});
    compare::conclude(comparison, {});
    EXPECT_EQ(comparison.headline,
              "regression: 1 of 5 groups worse, 1 better, 2 same, 1 inconclusive");
    comparison = with_groups({Verdict::same, Verdict::inconclusive});
    compare::conclude(comparison, {});
    EXPECT_EQ(comparison.headline,
              "inconclusive: 1 of 2 groups inconclusive, 0 worse, 0 better, 1 same");
}

TEST(Outcome, PrecedenceOfExits) {
    const CompareOptions strict{.require_conclusive = true};
    Comparison comparison = with_groups({Verdict::inconclusive, Verdict::same});
    compare::conclude(comparison, {});
    EXPECT_EQ(comparison.exit, Exit::ok);
    compare::conclude(comparison, strict);
    EXPECT_EQ(comparison.exit, Exit::inconclusive);
    comparison = with_groups({Verdict::inconclusive, Verdict::worse});
    compare::conclude(comparison, strict);
    EXPECT_EQ(comparison.exit, Exit::findings);
    comparison.control.present = true;
    comparison.control.passed = false;
    compare::conclude(comparison, strict);
    EXPECT_EQ(comparison.exit, Exit::unfit);
    comparison = with_groups({Verdict::worse});
    comparison.incomparable.emplace_back("GPU model differs");
    compare::conclude(comparison, {});
    EXPECT_EQ(comparison.exit, Exit::unfit);
    EXPECT_EQ(comparison.headline, "incomparable: GPU model differs");
}

TEST(Outcome, AVariantThatWasNotInEffectIsNeverTheSame) {
    Report report = make_report({.variants = {"baseline", "sysfs", "slow", "baseline-control"},
                                 .factor = {{"slow", 1.10}}});
    report.variants[1].treatment = {.applied = false, .evidence = "numa_node still reads -1"};
    const Comparison result = compare_variants(report, "", {}, {});
    EXPECT_EQ(result.exit, Exit::unfit);
    EXPECT_EQ(result.headline,
              "not applied: sysfs; 4 of 8 groups worse, 0 better, 0 same, 0 inconclusive");
    EXPECT_FALSE(result.contrasts[0].applied);
    EXPECT_NE(result.contrasts[0].treatment.find("numa_node still reads -1"), std::string::npos);
    for (const GroupResult& group : result.contrasts[0].groups) {
        EXPECT_EQ(group.verdict, Verdict::not_applied);
        EXPECT_EQ(group.worst->verdict, Verdict::not_applied);
    }
    for (const CellResult& cell : result.contrasts[0].cells)
        EXPECT_EQ(cell.verdict, Verdict::not_applied);
    EXPECT_TRUE(result.contrasts[1].applied);
    EXPECT_EQ(result.worse, 4);
}

TEST(Outcome, ASessionThatWasNotInEffectSpoilsItsSide) {
    std::vector<Report> base, head;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        base.push_back(make_report({.variants = {"baseline"}, .session_sd = 0.002, .seed = seed}));
        head.push_back(
            make_report({.variants = {"sysfs"}, .session_sd = 0.002, .seed = 100 + seed}));
        head.back().variants[0].treatment = {.applied = true, .evidence = "numa_node reads 1"};
    }
    const Comparison good = compare_reports(base, head, {});
    EXPECT_EQ(good.exit, Exit::ok);
    EXPECT_TRUE(good.contrasts[0].applied);
    EXPECT_EQ(good.contrasts[0].treatment, "numa_node reads 1");

    head[3].variants[0].treatment = {.applied = false, .evidence = "numa_node still reads -1"};
    const Comparison result = compare_reports(base, head, {});
    EXPECT_EQ(result.exit, Exit::unfit);
    EXPECT_EQ(result.headline.rfind("not applied: ", 0), 0U) << result.headline;
    EXPECT_EQ(result.same, 0);
    EXPECT_FALSE(result.contrasts[0].applied);
    EXPECT_EQ(result.contrasts[0].treatment,
              "run-104: variant sysfs was not in effect: numa_node still reads -1");
    for (const GroupResult& group : result.contrasts[0].groups)
        EXPECT_EQ(group.verdict, Verdict::not_applied);
}

TEST(Outcome, ABaseThatWasNotInEffectIsNeverTheSameEither) {
    Report report = make_report({.variants = {"baseline", "sysfs", "slow", "baseline-control"}});
    report.variants[1].treatment = {.applied = false, .evidence = "why"};
    report.variants[2].treatment = {.applied = false, .evidence = ""};
    const Comparison result = compare_variants(report, "sysfs", {"slow"}, {});
    EXPECT_EQ(result.exit, Exit::unfit);
    EXPECT_EQ(result.contrasts[0].treatment,
              "variant sysfs was not in effect: why; variant slow was not in effect");
    EXPECT_EQ(result.same, 0);
}

TEST(Outcome, SettingsOfVariantsAreShown) {
    Report report = make_report({});
    report.variants[1].uses = {"topo-xml"};
    report.variants[1].settings = {{"NCCL_P2P_LEVEL", "SYS"}};
    const Comparison result = compare_variants(report, "", {}, {});
    ASSERT_EQ(result.differences.size(), 1U);
    EXPECT_EQ(result.differences[0],
              "variant baseline → slow: (none) → topo-xml, NCCL_P2P_LEVEL=SYS");
}

}  // namespace
}  // namespace hopbench
