#include "harness/stats/sign_flips.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "harness/stats/block_estimate.hpp"
#include "harness/stats/distribution.hpp"
#include "harness/stats/random.hpp"

namespace hopbench::stats {
namespace {

using Family = std::vector<std::vector<double>>;

std::vector<double> centred(std::vector<double> d) {
    double mean = 0;
    for (const double value : d) mean += value / static_cast<double>(d.size());
    for (double& value : d) value -= mean;
    return d;
}

/// max-T by recursion over all 2^n sign vectors, written from the definition: the squared t of the
/// flipped residuals.
void enumerate(const Family& family, std::vector<double>& signs, std::vector<double>& maxima) {
    const std::size_t n = family.front().size();
    if (signs.size() < n) {
        for (const double sign : {1.0, -1.0}) {
            signs.push_back(sign);
            enumerate(family, signs, maxima);
            signs.pop_back();
        }
        return;
    }
    double largest = 0;
    for (const std::vector<double>& e : family) {
        double mean = 0, variance = 0;
        const auto count = static_cast<double>(n);
        for (std::size_t b = 0; b < n; ++b) mean += signs[b] * e[b] / count;
        for (std::size_t b = 0; b < n; ++b)
            variance += (signs[b] * e[b] - mean) * (signs[b] * e[b] - mean) / (count - 1);
        largest = std::max(largest, mean * mean / (variance / count));
    }
    maxima.push_back(largest);
}

double brute_force(const Family& family, double level) {
    std::vector<double> signs, maxima;
    enumerate(family, signs, maxima);
    std::sort(maxima.begin(), maxima.end());
    // All 2^n here: each statistic twice, so the rank among half of them doubles.
    const auto rank =
        static_cast<std::size_t>(std::ceil(level * static_cast<double>(maxima.size() / 2)));
    return std::sqrt(maxima[2 * rank - 1]);
}

Family random_family(std::size_t members, std::size_t blocks, std::uint64_t seed) {
    CounterRandom random(seed);
    Family family(members);
    for (std::vector<double>& e : family) {
        for (std::size_t b = 0; b < blocks; ++b) e.push_back(normal_quantile(random.uniform()));
        e = centred(e);
    }
    return family;
}

double critical_of(const Family& family, const SignFlips& flips) {
    MaxStatistic statistic(flips);
    for (const std::vector<double>& e : family) statistic.add(e, static_cast<int>(e.size()));
    EXPECT_EQ(statistic.members(), family.size());
    return statistic.critical(0.95);
}

TEST(SignFlips, ThreeBlocksByHand) {
    // e = −.02, −.01, .03: S of the four sign vectors 0, .04, .02, .06 and nQ = .0042, so
    // M = 0, 16/13, 4/19, 12. The 95 % order statistic of four is the fourth.
    const SignFlips flips(3, 1);
    ASSERT_EQ(flips.size(), 4U);
    MaxStatistic statistic(flips);
    statistic.add(std::vector{-0.02, -0.01, 0.03}, 3);
    EXPECT_NEAR(statistic.critical(0.95), std::sqrt(12.0), 1e-9);
    EXPECT_NEAR(statistic.critical(0.75), std::sqrt(16.0 / 13), 1e-9);
    EXPECT_NEAR(statistic.critical(0.50), std::sqrt(4.0 / 19), 1e-9);
    EXPECT_NEAR(member_critical(std::sqrt(12.0), 3), 4.30265, 1e-5);
}

TEST(SignFlips, AgreesWithBruteForce) {
    for (const std::size_t blocks : {8U, 10U, 11U})
        for (const std::size_t members : {1U, 2U, 7U}) {
            const Family family = random_family(members, blocks, 100 * blocks + members);
            const SignFlips flips(static_cast<int>(blocks), 1);
            for (const double level : {0.5, 0.9, 0.95}) {
                MaxStatistic statistic(flips);
                for (const auto& e : family) statistic.add(e, static_cast<int>(blocks));
                EXPECT_NEAR(statistic.critical(level), brute_force(family, level), 1e-9)
                    << blocks << " blocks, " << members << " members, level " << level;
            }
        }
}

TEST(SignFlips, AllSignVectorsOnceUpToFourteenBlocks) {
    const SignFlips flips(5, 1);
    ASSERT_TRUE(flips.exhaustive());
    std::set<std::vector<double>> seen;
    for (std::size_t f = 0; f < flips.size(); ++f) {
        std::vector<double> signs;
        for (int b = 0; b < 5; ++b) signs.push_back(flips.sign(b, f));
        EXPECT_EQ(signs.back(), 1.0);
        seen.insert(signs);
    }
    EXPECT_EQ(seen.size(), 16U);
    EXPECT_EQ(SignFlips(14, 1).size(), 8192U);
    EXPECT_EQ(SignFlips(15, 1).size(), SignFlips::drawn);
    EXPECT_FALSE(SignFlips(15, 1).exhaustive());
}

TEST(SignFlips, DrawnSignsAreFairAndFixedBySeed) {
    const SignFlips flips(70, 7);  // more than one word of bits
    for (const int block : {0, 1, 63, 64, 69}) {
        double sum = 0;
        for (std::size_t f = 0; f < flips.size(); ++f) sum += flips.sign(block, f);
        EXPECT_LT(std::abs(sum), 4.5 * std::sqrt(8192.0)) << "block " << block;
    }
    double product = 0;
    for (std::size_t f = 0; f < flips.size(); ++f) product += flips.sign(0, f) * flips.sign(64, f);
    EXPECT_LT(std::abs(product), 4.5 * std::sqrt(8192.0));

    const Family family = random_family(5, 20, 3);
    const double first = critical_of(family, SignFlips(20, 7));
    EXPECT_EQ(first, critical_of(family, SignFlips(20, 7)));
    EXPECT_NE(first, critical_of(family, SignFlips(20, 8)));
    EXPECT_NEAR(first, critical_of(family, SignFlips(20, 8)), 0.15);
}

TEST(SignFlips, NoSpreadGivesZeroAndAgreementGivesInfinity) {
    const SignFlips flips(8, 1);
    MaxStatistic flat(flips);
    flat.add(std::vector<double>(8, 0.0), 8);
    EXPECT_EQ(flat.critical(0.95), 0);
    EXPECT_EQ(MaxStatistic(flips).critical(0.95), 0);

    // ±a: one sign vector of 128 makes all agree. Seven members with differing patterns make that
    // seven of 128, more than 5 %.
    MaxStatistic agreeing(flips);
    agreeing.add(std::vector{.1, .1, .1, .1, -.1, -.1, -.1, -.1}, 8);
    EXPECT_TRUE(std::isinf(agreeing.critical(1.0)));
    EXPECT_TRUE(std::isfinite(agreeing.critical(0.95)));
    std::vector<double> pattern{.3, .3, .3, .3, -.3, -.3, -.3, -.3};
    for (std::size_t i = 0; i < 6; ++i) {
        std::next_permutation(pattern.rbegin(), pattern.rend());
        agreeing.add(pattern, 8);
    }
    EXPECT_TRUE(std::isinf(agreeing.critical(0.95)));
}

TEST(SignFlips, ScaleOfAMemberDoesNotMatter) {
    Family family = random_family(4, 10, 11);
    const SignFlips flips(10, 1);
    const double before = critical_of(family, flips);
    for (double& e : family[2]) e *= 1e-6;
    EXPECT_NEAR(critical_of(family, flips), before, 1e-9);
}

TEST(SignFlips, AMemberMayLackBlocks) {
    // Eight of ten blocks: the same as eight alone, where every sign vector appears four times.
    const std::vector<double> e = centred({.3, -.1, .2, .5, -.4, .1, -.2, .6});
    std::vector<double> wide = e;
    wide.insert(wide.begin() + 3, 0.0);
    wide.push_back(0.0);
    const SignFlips eight(8, 1), ten(10, 1);
    MaxStatistic narrow(eight), padded(ten);
    narrow.add(e, 8);
    padded.add(wide, 8);
    EXPECT_NEAR(narrow.critical(0.95), padded.critical(0.95), 1e-9);
}

}  // namespace
}  // namespace hopbench::stats
