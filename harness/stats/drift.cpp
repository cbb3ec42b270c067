#include "harness/stats/drift.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "harness/stats/block_estimate.hpp"
#include "harness/stats/distribution.hpp"
#include "harness/stats/quantile.hpp"

namespace hopbench::stats {
namespace {

constexpr std::size_t minimum_length = 8;
constexpr double significance = 0.01;

/// Two-sided p of Kendall's S (Kendall 1975, variance with ties, continuity correction).
double mann_kendall_p(std::span<const double> series) {
    const std::size_t n = series.size();
    int score = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            score += (series[j] > series[i] ? 1 : 0) - (series[j] < series[i] ? 1 : 0);
    const auto term = [](double t) { return t * (t - 1) * (2 * t + 5); };
    std::vector<double> order(series.begin(), series.end());
    std::sort(order.begin(), order.end());
    double variance = term(static_cast<double>(n));
    for (std::size_t i = 0; i < n;) {
        std::size_t end = i;
        while (end < n && order[end] == order[i]) ++end;
        variance -= term(static_cast<double>(end - i));
        i = end;
    }
    if (!(variance > 0) || score == 0) return 1;
    return normal_two_sided_p((std::abs(score) - 1) / std::sqrt(variance / 18));
}

double theil_sen_slope(std::span<const double> series) {
    std::vector<double> slopes;
    slopes.reserve(series.size() * (series.size() - 1) / 2);
    for (std::size_t i = 0; i < series.size(); ++i)
        for (std::size_t j = i + 1; j < series.size(); ++j)
            slopes.push_back((series[j] - series[i]) / static_cast<double>(j - i));
    return median(slopes).value_or(0);
}

bool usable(std::span<const double> series) {
    return series.size() >= minimum_length &&
           std::none_of(series.begin(), series.end(), [](double v) { return std::isnan(v); });
}

}  // namespace

std::optional<Trend> find_trend(std::span<const double> series) {
    if (!usable(series)) return std::nullopt;
    return Trend{.p = mann_kendall_p(series),
                 .total = theil_sen_slope(series) * static_cast<double>(series.size() - 1)};
}

bool drifts(std::span<const double> logs, double delta) {
    if (!usable(logs) || mann_kendall_p(logs) >= significance) return false;
    const double total = theil_sen_slope(logs) * static_cast<double>(logs.size() - 1);
    return std::abs(total) > std::max(delta / 2, log_rounding);
}

}  // namespace hopbench::stats
