#include "harness/stats/distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "harness/stats/quantile.hpp"
#include "harness/stats/random.hpp"

namespace hopbench::stats {
namespace {

TEST(Distribution, TableValues) {
    EXPECT_NEAR(t_quantile(0.975, 9), 2.262157, 1e-6);
    EXPECT_NEAR(t_quantile(0.975, 2), 4.302653, 1e-6);
    EXPECT_GT(t_quantile(0.995, 4.5), 4.0321);  // between 5 and 4 degrees of freedom
    EXPECT_LT(t_quantile(0.995, 4.5), 4.6041);
    EXPECT_NEAR(normal_quantile(0.975), 1.959964, 1e-6);
    EXPECT_NEAR(t_two_sided_p(2.262157, 9), 0.05, 1e-7);
    EXPECT_NEAR(t_two_sided_p(-2.262157, 9), 0.05, 1e-7);
    EXPECT_NEAR(normal_two_sided_p(1.959964), 0.05, 1e-7);
    EXPECT_EQ(t_two_sided_p(std::numeric_limits<double>::infinity(), 9), 0);
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
    const std::vector<double> values{4, 1, 3, 2};
    EXPECT_EQ(median(values), 2.5);
    EXPECT_EQ(quantile(values, 0), 1);
    EXPECT_EQ(quantile(values, 1), 4);
    EXPECT_NEAR(quantile(values, 0.99).value_or(0), 3.97, 1e-12);
    EXPECT_EQ(median(std::vector{7.0}), 7);
}

TEST(Quantile, HasNoValueWithoutNumbers) {
    EXPECT_FALSE(median({}).has_value());
    EXPECT_FALSE(median(std::vector{1.0, std::nan("")}).has_value());
    EXPECT_FALSE(quantile(std::vector{1.0}, 1.5).has_value());
}

TEST(Random, IsFixedByDefinition) {
    // First output of SplitMix64 started at 0, as published with the algorithm.
    EXPECT_EQ(mix(0), 0xe220a8397b1dcdafU);
    CounterRandom first(5), second(5);
    EXPECT_EQ(first.next(), second.at(0));
    EXPECT_EQ(first.next(), second.at(1));
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double u = first.uniform();
        ASSERT_GT(u, 0);
        ASSERT_LT(u, 1);
        sum += u;
    }
    EXPECT_NEAR(sum / 10000, 0.5, 0.015);
}

}  // namespace
}  // namespace hopbench::stats
