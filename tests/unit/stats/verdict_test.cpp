#include "harness/stats/verdict.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "harness/stats/false_discovery.hpp"

namespace hopbench::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double none = std::numeric_limits<double>::quiet_NaN();

TEST(Verdict, LimitsAgainstTheMargin) {
    EXPECT_EQ(judge({.low = 0.06, .high = 0.09}, 0.05), Verdict::worse);
    EXPECT_EQ(judge({.low = -0.09, .high = -0.06}, 0.05), Verdict::better);
    EXPECT_EQ(judge({.low = -0.04, .high = 0.03}, 0.05), Verdict::same);
    EXPECT_EQ(judge({.low = 0.02, .high = 0.09}, 0.05), Verdict::inconclusive);
    EXPECT_EQ(judge({.low = -infinity, .high = infinity}, 0.05), Verdict::inconclusive);
    EXPECT_EQ(judge({.low = none, .high = none}, 0.05), Verdict::inconclusive);
}

TEST(Verdict, TouchingTheMarginDecidesNothing) {
    EXPECT_EQ(judge({.low = 0.05, .high = 0.09}, 0.05), Verdict::inconclusive);
    EXPECT_EQ(judge({.low = -0.05, .high = 0.0}, 0.05), Verdict::inconclusive);
}

TEST(Verdict, SameCannotOccurWithoutAMargin) {
    EXPECT_EQ(judge({.low = 0.001, .high = 0.002}, 0), Verdict::worse);
    EXPECT_EQ(judge({.low = -0.002, .high = -0.001}, 0), Verdict::better);
    EXPECT_EQ(judge({.low = 0, .high = 0}, 0), Verdict::inconclusive);
    EXPECT_EQ(judge({.low = -0.001, .high = 0.001}, 0), Verdict::inconclusive);
}

TEST(Verdict, Lean) {
    EXPECT_EQ(lean({.low = 0.01, .high = 0.09}, 0.05), "leans worse");
    EXPECT_EQ(lean({.low = -0.09, .high = 0.01}, 0.05), "leans better");
    EXPECT_EQ(lean({.low = -0.09, .high = 0.09}, 0.05), "");
    EXPECT_EQ(lean({.low = -infinity, .high = infinity}, 0.05), "");
}

TEST(Verdict, ZeroStandardErrorIsAPointWhateverTheCriticalValue) {
    const Interval point = interval(0.1, 0, infinity);
    EXPECT_EQ(point.low, 0.1);
    EXPECT_EQ(point.high, 0.1);
    EXPECT_DOUBLE_EQ(interval(0.1, 0.02, 3).low, 0.04);
    EXPECT_DOUBLE_EQ(interval(0.1, 0.02, 3).high, 0.16);
}

TEST(FalseDiscovery, StepsUp) {
    // Sorted .001 .01 .03 .035 .9 against .01 .02 .03 .04 .05: the fourth is the last below.
    const std::vector<double> p{0.9, 0.035, 0.001, 0.03, 0.01};
    EXPECT_EQ(benjamini_hochberg(p, 0.05), (std::vector{false, true, true, true, true}));
    EXPECT_EQ(benjamini_hochberg(std::vector{0.04, 0.9}, 0.05), (std::vector{false, false}));
    EXPECT_EQ(benjamini_hochberg(std::vector{none, 0.04}, 0.05), (std::vector{false, true}));
    EXPECT_TRUE(benjamini_hochberg({}, 0.05).empty());
}

}  // namespace
}  // namespace hopbench::stats
