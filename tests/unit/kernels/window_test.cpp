#include "bench/common/window.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bench/common/slope.hpp"

namespace hopbench {
namespace {

TEST(ChooseWindow, SmallestThatTakes200Microseconds) {
    EXPECT_EQ(choose_window(13e-6), 16);  // 15 × 13 µs = 195 µs
    EXPECT_EQ(choose_window(10e-6), 20);
    EXPECT_EQ(choose_window(10.1e-6), 20);
    EXPECT_EQ(choose_window(9.9e-6), 21);
}

TEST(ChooseWindow, StaysBetween4And400) {
    EXPECT_EQ(choose_window(1.0), 4);
    EXPECT_EQ(choose_window(60e-6), 4);
    EXPECT_EQ(choose_window(0.5e-6), 400);
    EXPECT_EQ(choose_window(1e-9), 400);
}

TEST(ChooseWindow, APilotWithoutAnAnswerTakesTheLargest) {
    EXPECT_EQ(choose_window(0), 400);
    EXPECT_EQ(choose_window(-1e-6), 400);
    EXPECT_EQ(choose_window(std::numeric_limits<double>::quiet_NaN()), 400);
}

TEST(ChooseWindow, KeepsToTheLimitsItIsGiven) {
    const WindowLimits limits{.min = 1, .max = 64, .pilot = 1};
    EXPECT_EQ(choose_window(1.0, limits), 1);
    EXPECT_EQ(choose_window(150e-6, limits), 2);
    EXPECT_EQ(choose_window(1e-6, limits), 64);
    EXPECT_EQ(choose_window(0, limits), 64);
}

TEST(BandwidthLimits, OneOperationIsEnoughFrom1MiB) {
    EXPECT_EQ(bandwidth_limits(1 << 20).min, 1);
    EXPECT_EQ(bandwidth_limits((1 << 20) - 1).min, 4);
    EXPECT_EQ(bandwidth_limits(4).max, 400);
    EXPECT_EQ(bandwidth_limits(256 << 20).pilot, 1);
}

TEST(EnqueueGroup, StaysWellBelowTheLimit) {
    for (const double each : {0.1e-6, 1e-6, 2e-6, 6.2e-6, 15e-6}) {
        const int group = enqueue_group(each);
        ASSERT_GE(group, 1);
        EXPECT_LT(group * each, enqueue_limit_seconds) << each;
    }
    EXPECT_EQ(enqueue_group(1), 1);
    EXPECT_EQ(enqueue_group(0), 64);
}

TEST(Window, InvalidWhenTheGateDidNotOpenOrAnEnqueueWasSlow) {
    EXPECT_TRUE((Window{.seconds = 1, .longest_group = 49e-6}).valid());
    EXPECT_FALSE((Window{.seconds = 1, .longest_group = 51e-6}).valid());
    EXPECT_FALSE((Window{.seconds = 1, .gate = GateOutcome::timed_out}).valid());
    EXPECT_FALSE((Window{.seconds = 1, .gate = GateOutcome::none}).valid());
    EXPECT_TRUE((Window{.longest_group = 80e-6, .enqueue_limit = 100e-6}).valid());
}

/// A pilot of windows of 2 and 4 that took these times.
Slope pilot(double t_2, double t_4) {
    return {.seconds_each = (t_4 - t_2) / 2, .intercept = 2 * t_2 - t_4};
}

TEST(EstimateOf, IsTheMedianSlope) {
    const std::vector<Slope> pilots{pilot(85e-6, 165e-6), pilot(85e-6, 167e-6),
                                    pilot(85e-6, 163e-6)};
    EXPECT_NEAR(estimate_of(pilots, 2), 40e-6, 1e-12);
}

TEST(EstimateOf, OneDisturbedWindowDecidesNothing) {
    const std::vector<Slope> pilots{pilot(255e-6, 165e-6), pilot(85e-6, 165e-6),
                                    pilot(85e-6, 495e-6)};
    EXPECT_NEAR(estimate_of(pilots, 2), 40e-6, 1e-12);
}

TEST(EstimateOf, NeverNearZeroHoweverDisturbed) {
    const std::vector<Slope> pilots{pilot(255e-6, 165e-6), pilot(255e-6, 165e-6),
                                    pilot(85e-6, 165e-6)};
    EXPECT_NEAR(estimate_of(pilots, 2), 165e-6 / 16, 1e-12);
    EXPECT_LE(choose_window(estimate_of(pilots, 2)), 20);
}

TEST(Slope, TheLargerWindowHasASliceACopy) {
    EXPECT_EQ(slices_of_slope(16), 32u);
}

}  // namespace
}  // namespace hopbench
