#include <gtest/gtest.h>

#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

TEST(Control, ADifferingControlMakesTheRunUnfit) {
    const Comparison result = compare_variants(
        make_report({.factor = {{"slow", 1.10}, {"baseline-control", 1.10}}}), "", {}, {});
    EXPECT_FALSE(result.control.passed);
    EXPECT_EQ(result.control.failures.size(), 4U);
    EXPECT_EQ(result.exit, Exit::unfit);  // although groups are worse
    EXPECT_EQ(result.headline.rfind("unfit: the negative control failed in 4 groups; 4 of 4", 0),
              0U)
        << result.headline;
}

TEST(Control, AWideControlCannotAdjudicate) {
    const Report noisy = make_report({.invocation_sd = 0.15});
    const Comparison result = compare_variants(noisy, "", {}, {});
    EXPECT_FALSE(result.control.passed);
    EXPECT_NE(result.control.failures.at(0).find("half-width"), std::string::npos);
    EXPECT_EQ(result.exit, Exit::unfit);
}

TEST(Control, WithoutAMarginTheHalfWidthRuleIsOff) {
    const Report noisy = make_report({.invocation_sd = 0.15});
    const Comparison result =
        compare_variants(noisy, "", {}, {.margins = {{MarginKind::latency, 0.0}}});
    EXPECT_TRUE(result.control.passed) << result.control.failures.front();
    EXPECT_EQ(result.same, 0);
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_EQ(result.margins.at(MarginKind::latency), 0);
}

TEST(Control, ItsAbsenceIsSaid) {
    const Comparison result =
        compare_variants(make_report({.variants = {"baseline", "slow"}}), "", {}, {});
    EXPECT_FALSE(result.control.present);
    EXPECT_EQ(result.exit, Exit::ok);
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_NE(result.warnings[0].find("no negative control"), std::string::npos);
}

TEST(Control, ARunOfTheBaselineAloneIsJudgedByIt) {
    const Report report = make_report({.variants = {"baseline", "baseline-control"}});
    const Comparison result = compare_variants(report, "", {}, {});
    EXPECT_TRUE(result.control.present);
    EXPECT_TRUE(result.contrasts.empty());
    EXPECT_EQ(result.exit, Exit::ok);
}

}  // namespace
}  // namespace hopbench
