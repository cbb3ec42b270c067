#include "tests/unit/stats/monte_carlo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hopbench::stats {
namespace {

/// Trials of a check; HOPBENCH_TRIALS_FACTOR multiplies them in the long version.
int trials(int count) {
    const char* factor = std::getenv("HOPBENCH_TRIALS_FACTOR");
    return count * (factor == nullptr ? 1 : std::max(1, std::atoi(factor)));
}

Scenario typical() {
    return {.groups = 12, .blocks = 10, .invocation_sd = 0.005, .sample_sd = 0.002};
}

/// Identical variants at δ = 0: how often is a group called? With margins the check is vacuous.
double false_call_rate(Scenario scenario, const Method& method, int count) {
    scenario.theta = 0;
    scenario.delta = 0;
    return simulate(scenario, method, count, 11).any_called;
}

double allowed(double rate, int count) {
    return rate + 3 * std::sqrt(rate * (1 - rate) / count);
}

TEST(MonteCarlo, IdenticalVariantsAreRarelyCalled) {
    const int count = trials(2000);
    EXPECT_LE(false_call_rate(typical(), blocked_sign_flips, count), allowed(0.05, count));
    Scenario correlated = typical();
    correlated.correlation = 0.7;
    EXPECT_LE(false_call_rate(correlated, blocked_sign_flips, count), allowed(0.05, count));
    Scenario eight = typical();
    eight.blocks = 8;
    EXPECT_LE(false_call_rate(eight, blocked_sign_flips, count), allowed(0.05, count));
    Scenario heavy = typical();
    heavy.heavy_tails = true;
    EXPECT_LE(false_call_rate(heavy, blocked_sign_flips, count), allowed(0.05, count));
}

TEST(MonteCarlo, DrawnFlipsHoldTheLevelToo) {
    const int count = trials(60);
    Scenario sixteen = typical();
    sixteen.blocks = 16;
    EXPECT_LE(false_call_rate(sixteen, blocked_sign_flips, count), allowed(0.05, count));
}

TEST(MonteCarlo, TheHarnessCatchesANaivePooledT) {
    const int count = trials(500);
    EXPECT_GT(false_call_rate(typical(), naive_pooled_t, count), allowed(0.05, count));
    // The same data in the shipped method: inside the bound.
    EXPECT_LE(false_call_rate(typical(), blocked_sign_flips, count), allowed(0.05, count));
}

TEST(MonteCarlo, AtTheMarginACellIsSeldomWorse) {
    Scenario scenario = typical();
    scenario.theta = scenario.delta = std::log1p(0.05);
    const Rates rates = simulate(scenario, blocked_sign_flips, trials(2000), 12);
    // Independent groups: every one of them is a draw.
    EXPECT_LE(rates.worse, allowed(0.025, rates.trials * scenario.groups));
    Scenario single = scenario;
    single.groups = 1;
    const Rates alone = simulate(single, blocked_sign_flips, trials(4000), 13);
    EXPECT_LE(alone.worse, allowed(0.025, alone.trials));
    EXPECT_GE(alone.worse, 0.01);  // alone the interval is no wider than it has to be
}

TEST(MonteCarlo, IntervalsCoverTogether) {
    Scenario scenario = typical();
    scenario.theta = 0.013;
    for (const int groups : {1, 20}) {
        scenario.groups = groups;
        const Rates rates = simulate(scenario, blocked_sign_flips, trials(4000), 14);
        EXPECT_GE(rates.covered, 0.95 - 3 * rates.mcse(0.95)) << groups << " groups";
    }
}

TEST(MonteCarlo, ATwoPercentShiftIsFound) {
    // σ_d = .5 %: two invocations a side and no sample noise leave σ_d = the invocations' sd.
    const Scenario scenario{.groups = 20,
                            .blocks = 10,
                            .theta = std::log1p(0.02),
                            .delta = std::log1p(0.01),
                            .invocation_sd = 0.005,
                            .samples = 1};
    const Rates rates = simulate(scenario, blocked_sign_flips, trials(1000), 15);
    EXPECT_GE(rates.worse, 0.90);
}

TEST(MonteCarlo, SameSeedSameAnswer) {
    const Rates first = simulate(typical(), blocked_sign_flips, 50, 16);
    const Rates second = simulate(typical(), blocked_sign_flips, 50, 16);
    EXPECT_EQ(first.covered, second.covered);
    const Trial trial = draw_trial(typical(), 3);
    EXPECT_EQ(blocked_sign_flips(typical(), trial)[0].low,
              blocked_sign_flips(typical(), trial)[0].low);
}

}  // namespace
}  // namespace hopbench::stats
