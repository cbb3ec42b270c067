#include <gtest/gtest.h>

#include "harness/compare/compare.hpp"
#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

Companion gated(const std::string& variant, double min, double max) {
    return {.method = "latency/issue_interval",
            .bytes = 4,
            .variant = variant,
            .name = "gated",
            .count = 40,
            .median = max,
            .min = min,
            .max = max};
}

Comparison compared(const Companion& base, const Companion& head) {
    Report report = make_report({});
    report.companions = {base, head};
    return compare_variants(report, "baseline", {"slow"}, {});
}

TEST(Gating, SameOnBothSidesSaysNothing) {
    for (const double always : {0.0, 1.0}) {
        const auto result =
            compared(gated("baseline", always, always), gated("slow", always, always));
        EXPECT_TRUE(result.incomparable.empty());
        EXPECT_TRUE(result.warnings.empty());
    }
}

TEST(Gating, GatedAgainstUngatedIsIncomparable) {
    const auto result = compared(gated("baseline", 1, 1), gated("slow", 0, 0));
    ASSERT_EQ(result.incomparable.size(), 1U);
    EXPECT_EQ(result.incomparable[0],
              "latency/issue_interval 4 B: measured behind the gate in baseline and without it in "
              "slow");
    EXPECT_EQ(result.exit, Exit::unfit);
}

TEST(Gating, AFewUngatedCasesAreAWarning) {
    const auto result = compared(gated("baseline", 1, 1), gated("slow", 0, 1));
    EXPECT_TRUE(result.incomparable.empty());
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_NE(result.warnings[0].find("partly measured without the gate"), std::string::npos);
}

}  // namespace
}  // namespace hopbench
