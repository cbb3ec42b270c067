#include "harness/stats/two_modes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/stats/block_estimate.hpp"

namespace hopbench::stats {
namespace {

constexpr double least_explained = 0.88;
constexpr double least_minor = 0.10;

}  // namespace

std::optional<Split> best_split(std::span<const double> values) {
    if (values.size() < 2) return std::nullopt;
    std::vector<double> order(values.begin(), values.end());
    if (std::any_of(order.begin(), order.end(), [](double v) { return std::isnan(v); }))
        return std::nullopt;
    std::sort(order.begin(), order.end());
    const auto n = static_cast<double>(order.size());
    double mean = 0;
    for (const double value : order) mean += value / n;
    double total = 0;
    for (const double value : order) total += (value - mean) * (value - mean);
    if (!(total > n * log_rounding * log_rounding)) return std::nullopt;

    // Between-part sum of squares of a split after k values with centred sum s: s²/k + s²/(n−k).
    Split best;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        sum += order[i] - mean;
        const auto k = static_cast<double>(i + 1);
        const double explained = sum * sum * (1 / k + 1 / (n - k)) / total;
        if (explained > best.explained)
            best = {.explained = explained,
                    .minor = std::min(k, n - k) / n,
                    .distance = std::abs(sum) * (1 / k + 1 / (n - k))};
    }
    return best;
}

bool has_two_modes(std::span<const double> logs, std::size_t minimum, double resolution) {
    if (logs.size() < minimum) return false;
    const std::optional<Split> split = best_split(logs);
    return split && split->explained >= least_explained && split->minor >= least_minor &&
           split->distance > resolution;
}

}  // namespace hopbench::stats
