#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/stats/distribution.hpp"
#include "harness/stats/drift.hpp"
#include "harness/stats/random.hpp"
#include "harness/stats/two_modes.hpp"
#include "harness/stats/yuen.hpp"

namespace hopbench::stats {
namespace {

std::vector<double> normals(std::size_t count, double sd, std::uint64_t seed) {
    CounterRandom random(seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(sd * normal_quantile(random.uniform()));
    return values;
}

TEST(Drift, MannKendallAndTheilSenByHand) {
    const std::vector<double> rising{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    // S = 45, variance 10·9·25/18 = 125: z = 44/√125.
    const auto trend = find_trend(rising);
    ASSERT_TRUE(trend.has_value());
    EXPECT_NEAR(trend->p, normal_two_sided_p(44 / std::sqrt(125.0)), 1e-12);
    EXPECT_NEAR(trend->total, 9, 1e-12);
    // A tie takes 2·1·9 from the 2250 and one pair from S.
    std::vector<double> tied = rising;
    tied[1] = 1;
    EXPECT_NEAR(find_trend(tied)->p, normal_two_sided_p(43 / std::sqrt((2250.0 - 18) / 18)), 1e-12);
}

TEST(Drift, NeedsLengthAndNumbers) {
    EXPECT_FALSE(find_trend(std::vector<double>(7, 1.0)).has_value());
    std::vector<double> holed(10, 1.0);
    holed[4] = std::nan("");
    EXPECT_FALSE(find_trend(holed).has_value());
    EXPECT_NEAR(find_trend(std::vector<double>(10, 1.0))->p, 1, 1e-12);
}

TEST(Drift, FlagNeedsSignificanceAndSize) {
    std::vector<double> drifting, steady = normals(20, 0.002, 1);
    for (std::size_t i = 0; i < 20; ++i)
        drifting.push_back(steady[i] + 0.003 * static_cast<double>(i));
    EXPECT_TRUE(drifts(drifting, 0.05));
    EXPECT_FALSE(drifts(drifting, 0.2));  // significant, but small against the margin
    EXPECT_FALSE(drifts(steady, 0.05));
    EXPECT_FALSE(drifts(std::vector<double>(20, 0.3), 0));
}

TEST(TwoModes, SplitByHand) {
    // Parts {0, 0, 0} and {3}: mean .75, total 6.75, all of it between the parts.
    const auto split = best_split(std::vector{0.0, 3.0, 0.0, 0.0});
    ASSERT_TRUE(split.has_value());
    EXPECT_NEAR(split->explained, 1, 1e-12);
    EXPECT_NEAR(split->minor, 0.25, 1e-12);
    EXPECT_NEAR(split->distance, 3, 1e-12);
    EXPECT_FALSE(best_split(std::vector{1.0}).has_value());
    EXPECT_FALSE(best_split(std::vector{1.0, 1.0}).has_value());
}

TEST(TwoModes, FlagsModesNotSpread) {
    std::vector<double> bimodal = normals(60, 0.01, 2);
    for (std::size_t i = 0; i < bimodal.size(); i += 3) bimodal[i] += 0.1;
    EXPECT_TRUE(has_two_modes(bimodal, minimum_mode_samples, 0));
    EXPECT_FALSE(has_two_modes(std::span(bimodal).first(49), minimum_mode_samples, 0));
    EXPECT_FALSE(has_two_modes(normals(60, 0.01, 3), minimum_mode_samples, 0));
    std::vector<double> few = normals(60, 0.001, 4);
    for (std::size_t i = 0; i < 5; ++i) few[i] += 0.1;  // outliers, fewer than one in ten
    EXPECT_FALSE(has_two_modes(few, minimum_mode_samples, 0));
}

TEST(TwoModes, NeighbouringTicksAreNoModes) {
    std::vector<double> ticks(40, 0.0);
    for (std::size_t i = 0; i < 20; ++i) ticks[i] = 0.05;
    EXPECT_TRUE(has_two_modes(ticks, minimum_mode_invocations, 0.01));
    EXPECT_FALSE(has_two_modes(ticks, minimum_mode_invocations, 0.0501));
}

TEST(TwoModes, RarelyFlagsOneModeAcrossInvocations) {
    int flagged = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed)
        flagged += has_two_modes(normals(20, 0.005, 1000 + seed), minimum_mode_invocations, 0);
    EXPECT_LE(flagged, 4000 * 0.005);
}

TEST(Yuen, TrimmedMeanByHand) {
    // n = 10, two cut each side: mean of 3…8 is 5.5; winsorised 3,3,3,4,5,6,7,8,8,8 has variance
    // 42.5/9, se = √(42.5/9)/(.6·√10).
    const auto trimmed = trimmed_mean(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 1000});
    ASSERT_TRUE(trimmed.has_value());
    EXPECT_NEAR(trimmed->theta, 5.5, 1e-12);
    EXPECT_NEAR(trimmed->se, std::sqrt(42.5 / 9) / (0.6 * std::sqrt(10.0)), 1e-12);
    EXPECT_EQ(trimmed->df, 5);
    EXPECT_FALSE(trimmed_mean(std::vector<double>{1, 2, 3, 4}).has_value());
}

TEST(Yuen, DisagreesWhenAFewBlocksCarryTheAnswer) {
    const std::vector<double> outlier{.001, -.001, .002, -.002, .001, 0, -.001, .002, 0, 0.9};
    const MeanAnswer wide{
        .verdict = Verdict::inconclusive, .se = 0.09, .critical = 2.5, .blocks = 10};
    EXPECT_TRUE(yuen_disagrees(outlier, wide, 0.05, 0));
    const MeanAnswer worse{.verdict = Verdict::worse, .se = 0.01, .critical = 2.5, .blocks = 10};
    EXPECT_TRUE(yuen_disagrees(outlier, worse, 0.05, 0));
    const std::vector<double> shifted{.10, .11, .09, .12, .10, .08, .11, .10, .09, .10};
    EXPECT_FALSE(yuen_disagrees(shifted, worse, 0.05, 0));
    EXPECT_FALSE(yuen_disagrees(outlier, {.se = 0.09, .critical = 2.5, .blocks = 7}, 0.05, 0));
}

}  // namespace
}  // namespace hopbench::stats
