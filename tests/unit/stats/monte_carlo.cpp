#include "tests/unit/stats/monte_carlo.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/stats/block_estimate.hpp"
#include "harness/stats/distribution.hpp"
#include "harness/stats/quantile.hpp"
#include "harness/stats/random.hpp"
#include "harness/stats/sign_flips.hpp"
#include "harness/stats/verdict.hpp"

namespace hopbench::stats {
namespace {

constexpr std::size_t invocations = 2;

double normal(CounterRandom& random) {
    const double radius = std::sqrt(-2 * std::log(random.uniform()));
    return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

/// Unit variance; Student's t(5) has variance 5/3.
double effect(CounterRandom& random, bool heavy_tails) {
    if (!heavy_tails) return normal(random);
    double chi_squared = 0;
    for (int i = 0; i < 5; ++i) chi_squared += std::pow(normal(random), 2);
    return normal(random) / std::sqrt(chi_squared / 5) / std::sqrt(5.0 / 3);
}

}  // namespace

Trial draw_trial(const Scenario& scenario, std::uint64_t seed) {
    CounterRandom random(seed);
    Trial trial(static_cast<std::size_t>(scenario.groups));
    const double common_part = std::sqrt(scenario.correlation);
    const double own_part = std::sqrt(1 - scenario.correlation);
    for (int block = 0; block < scenario.blocks; ++block) {
        const double block_effect = scenario.block_sd * normal(random);  // cancels within the block
        for (std::size_t i = 0; i < 2 * invocations; ++i) {
            const bool head = i % 2 == 1;
            const double common = effect(random, scenario.heavy_tails);
            for (GroupSamples& group : trial) {
                const double own = effect(random, scenario.heavy_tails);
                const double centre =
                    block_effect + (head ? scenario.theta : 0.0) +
                    scenario.invocation_sd * (common_part * common + own_part * own);
                for (int s = 0; s < scenario.samples; ++s)
                    (head ? group.head : group.base)
                        .push_back(centre + (scenario.sample_sd > 0
                                                 ? scenario.sample_sd * normal(random)
                                                 : 0.0));
            }
        }
    }
    return trial;
}

std::vector<Answer> blocked_sign_flips(const Scenario& scenario, const Trial& trial) {
    static thread_local SignFlips flips(scenario.blocks, 1);
    if (flips.blocks() != scenario.blocks) flips = SignFlips(scenario.blocks, 1);
    const auto blocks = static_cast<std::size_t>(scenario.blocks);
    const auto samples = static_cast<std::size_t>(scenario.samples);
    MaxStatistic statistic(flips);
    std::vector<BlockEstimate> estimates;
    std::vector<double> d(blocks), e(blocks);
    for (const GroupSamples& group : trial) {
        for (std::size_t b = 0; b < blocks; ++b) {
            double difference = 0;
            for (std::size_t j = 0; j < invocations; ++j) {
                const std::size_t first = (b * invocations + j) * samples;
                difference += *median(std::span(group.head).subspan(first, samples)) -
                              *median(std::span(group.base).subspan(first, samples));
            }
            d[b] = difference / invocations;
        }
        estimates.push_back(estimate_blocks(d, 0, e));
        statistic.add(e, scenario.blocks);
    }
    const double critical = member_critical(statistic.critical(0.95), scenario.blocks);
    std::vector<Answer> answers;
    for (const BlockEstimate& estimate : estimates) {
        const Interval limits = interval(estimate.theta, estimate.se, critical);
        answers.push_back({judge(limits, scenario.delta), limits.low, limits.high});
    }
    return answers;
}

std::vector<Answer> naive_pooled_t(const Scenario& scenario, const Trial& trial) {
    std::vector<Answer> answers;
    for (const GroupSamples& group : trial) {
        const auto n = static_cast<double>(group.base.size());
        double mean_base = 0, mean_head = 0, squares = 0;
        for (const double value : group.base) mean_base += value / n;
        for (const double value : group.head) mean_head += value / n;
        for (const double value : group.base) squares += std::pow(value - mean_base, 2);
        for (const double value : group.head) squares += std::pow(value - mean_head, 2);
        const double df = 2 * n - 2;
        const double p = 1 - 0.025 / scenario.groups;  // Bonferroni: many groups are not its fault
        const Interval limits =
            interval(mean_head - mean_base, std::sqrt(squares / df * 2 / n), t_quantile(p, df));
        answers.push_back({judge(limits, scenario.delta), limits.low, limits.high});
    }
    return answers;
}

double Rates::mcse(double rate) const {
    return std::sqrt(rate * (1 - rate) / trials);
}

Rates simulate(const Scenario& scenario, const Method& method, int trials, std::uint64_t seed) {
    int called = 0, worse = 0, covered = 0;
    for (int t = 0; t < trials; ++t) {
        const Trial trial = draw_trial(scenario, mix(seed) + static_cast<std::uint64_t>(t));
        const std::vector<Answer> answers = method(scenario, trial);
        const auto count = [&](Verdict verdict) {
            return static_cast<int>(
                std::count_if(answers.begin(), answers.end(),
                              [&](const Answer& a) { return a.verdict == verdict; }));
        };
        worse += count(Verdict::worse);
        called += count(Verdict::worse) + count(Verdict::better) > 0 ? 1 : 0;
        covered += std::all_of(answers.begin(), answers.end(), [&](const Answer& a) {
            return a.low <= scenario.theta && scenario.theta <= a.high;
        });
    }
    const auto n = static_cast<double>(trials);
    Rates rates;
    rates.any_called = called / n;
    rates.worse = worse / (n * scenario.groups);
    rates.covered = covered / n;
    rates.trials = trials;
    return rates;
}

}  // namespace hopbench::stats
