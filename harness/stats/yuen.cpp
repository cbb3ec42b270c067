#include "harness/stats/yuen.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "harness/stats/block_estimate.hpp"
#include "harness/stats/distribution.hpp"
#include "harness/stats/verdict.hpp"

namespace hopbench::stats {
namespace {

constexpr double trim = 0.2;
constexpr std::size_t minimum_values = 5;
constexpr double excess_spread = 2;

}  // namespace

std::optional<TrimmedEstimate> trimmed_mean(std::span<const double> d) {
    std::vector<double> order;
    order.reserve(d.size());
    for (const double value : d)
        if (!std::isnan(value)) order.push_back(value);
    if (order.size() < minimum_values) return std::nullopt;
    std::sort(order.begin(), order.end());
    const std::size_t n = order.size();
    const std::size_t cut = n / 5;  // floor(0.2·n), free of rounding
    const std::size_t kept = n - 2 * cut;
    double theta = 0;
    for (std::size_t i = cut; i < n - cut; ++i) theta += order[i];
    theta /= static_cast<double>(kept);

    for (std::size_t i = 0; i < cut; ++i) {
        order[i] = order[cut];
        order[n - 1 - i] = order[n - 1 - cut];
    }
    double mean = 0;
    for (const double value : order) mean += value / static_cast<double>(n);
    double squares = 0;
    for (const double value : order) squares += (value - mean) * (value - mean);
    const double sd = std::sqrt(squares / static_cast<double>(n - 1));
    return TrimmedEstimate{.theta = theta,
                           .se = sd / ((1 - 2 * trim) * std::sqrt(static_cast<double>(n))),
                           .df = static_cast<int>(kept) - 1};
}

bool yuen_disagrees(std::span<const double> d, const MeanAnswer& mean, double delta,
                    double relative_quantum) {
    if (mean.blocks < minimum_blocks) return false;
    const std::optional<TrimmedEstimate> trimmed = trimmed_mean(d);
    if (!trimmed) return false;
    switch (mean.verdict) {
        case Verdict::worse:
            return trimmed->theta <= delta;
        case Verdict::better:
            return trimmed->theta >= -delta;
        case Verdict::same:
            return std::abs(trimmed->theta) >= delta;
        default:
            break;
    }
    const double se = std::max(trimmed->se, relative_quantum / std::sqrt(mean.blocks));
    if (!(mean.se > excess_spread * se)) return false;
    const double critical =
        mean.critical * t_quantile(0.975, trimmed->df) / t_quantile(0.975, mean.blocks - 1);
    return judge(interval(trimmed->theta, se, critical), delta) != Verdict::inconclusive;
}

}  // namespace hopbench::stats
