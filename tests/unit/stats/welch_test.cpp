#include "harness/stats/welch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hopbench::stats {
namespace {

TEST(Welch, ByHand) {
    // Means 3 and 6; s²/n = 2.5/5 = .5 and 4/3; df = (11/6)²/(.25/4 + (16/9)/2).
    const WelchEstimate result =
        welch(std::vector{1.0, 2.0, 3.0, 4.0, 5.0}, std::vector{4.0, 6.0, 8.0});
    EXPECT_NEAR(result.difference, 3, 1e-12);
    EXPECT_NEAR(result.se, std::sqrt(11.0 / 6), 1e-12);
    EXPECT_NEAR(result.df, (121.0 / 36) / (0.0625 + 8.0 / 9), 1e-12);
}

TEST(Welch, OneArmWithoutVarianceTakesTheOthersDegreesOfFreedom) {
    const WelchEstimate result = welch(std::vector{0.1, 0.1, 0.1, 0.1}, std::vector{1.0, 2.0, 3.0});
    EXPECT_NEAR(result.se, std::sqrt(1.0 / 3), 1e-12);
    EXPECT_NEAR(result.df, 2, 1e-12);
}

TEST(Welch, NoVarianceAtAll) {
    const WelchEstimate result = welch(std::vector<double>(5, 0.1), std::vector<double>(6, 0.3));
    EXPECT_EQ(result.se, 0);
    EXPECT_EQ(result.df, 9);
    EXPECT_NEAR(result.difference, 0.2, 1e-12);
}

TEST(Welch, SingleValuesHaveNoScatter) {
    const WelchEstimate result = welch(std::vector{1.0}, std::vector{2.0});
    EXPECT_EQ(result.difference, 1);
    EXPECT_TRUE(std::isinf(result.se));
}

}  // namespace
}  // namespace hopbench::stats
