#include "harness/stats/block_estimate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace hopbench::stats {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

BlockEstimate estimate(const std::vector<double>& d, double quantum, std::vector<double>& e) {
    e.assign(d.size(), none);
    return estimate_blocks(d, quantum, e);
}

TEST(BlockEstimate, ThreeBlocksByHand) {
    std::vector<double> e;
    const BlockEstimate result = estimate({0.01, 0.02, 0.06}, 0, e);
    EXPECT_EQ(result.blocks, 3);
    EXPECT_NEAR(result.theta, 0.03, 1e-15);
    // e = −.02, −.01, .03: Σe² = .0014, over 3·2.
    EXPECT_NEAR(result.se, std::sqrt(0.0014 / 6), 1e-15);
    EXPECT_NEAR(e[0], -0.02, 1e-15);
    EXPECT_NEAR(e[1], -0.01, 1e-15);
    EXPECT_NEAR(e[2], 0.03, 1e-15);
}

TEST(BlockEstimate, MissingBlocksDoNotCount) {
    std::vector<double> e;
    const BlockEstimate result = estimate({none, 0.01, 0.03, none}, 0, e);
    EXPECT_EQ(result.blocks, 2);
    EXPECT_NEAR(result.theta, 0.02, 1e-15);
    EXPECT_NEAR(result.se, 0.01, 1e-15);
    EXPECT_EQ(e[0], 0);
    EXPECT_EQ(e[3], 0);
}

TEST(BlockEstimate, NoBlockAndOneBlock) {
    std::vector<double> e;
    EXPECT_TRUE(std::isnan(estimate({none, none}, 0.1, e).theta));
    const BlockEstimate single = estimate({0.07}, 0.1, e);
    EXPECT_EQ(single.blocks, 1);
    EXPECT_EQ(single.theta, 0.07);
    EXPECT_TRUE(std::isinf(single.se));
}

TEST(BlockEstimate, EqualBlocksHaveNoSpreadEvenWhenTheirMeanRounds) {
    std::vector<double> e;
    const BlockEstimate result = estimate(std::vector<double>(10, 0.1), 0, e);
    EXPECT_EQ(result.se, 0);
    for (const double residual : e) EXPECT_EQ(residual, 0);
}

TEST(BlockEstimate, TimerQuantumIsTheFloorOfTheStandardError) {
    // 0.5 µs ticks at 10 µs: .05/√12 on the log scale, over √9.
    const double quantum = relative_quantum_sd(0.5e-6, 10e-6);
    EXPECT_NEAR(quantum, 0.05 / std::sqrt(12.0), 1e-15);
    std::vector<double> e;
    EXPECT_NEAR(estimate(std::vector<double>(9, 0.1), quantum, e).se, quantum / 3, 1e-15);
    const BlockEstimate wide = estimate({-1, 1, -1, 1, -1, 1, -1, 1, 0}, quantum, e);
    EXPECT_NEAR(wide.se, std::sqrt(8.0 / 72), 1e-12);
    EXPECT_EQ(relative_quantum_sd(0, 1), 0);
    EXPECT_EQ(relative_quantum_sd(1, 0), 0);
    EXPECT_EQ(relative_quantum_sd(1, none), 0);
}

TEST(BlockEstimate, MirroredOrderCancelsLinearDrift) {
    // ABBA and BAAB in turn, log times with a drift of 1 % a position and a true effect of 3 %.
    std::vector<double> d;
    double position = 0;
    for (int block = 0; block < 10; ++block) {
        const std::array<int, 4> order =
            block % 3 == 0 ? std::array{0, 1, 1, 0} : std::array{1, 0, 0, 1};
        std::array<double, 2> sum{};
        for (const int variant : order) {
            const double value = std::log(2e-6) + 0.01 * position + 0.03 * variant;
            sum[static_cast<std::size_t>(variant)] += value;
            position += 1;
        }
        d.push_back((sum[1] - sum[0]) / 2);
    }
    std::vector<double> e;
    EXPECT_LT(std::abs(estimate(d, 0, e).theta - 0.03), 1e-12);
}

}  // namespace
}  // namespace hopbench::stats
