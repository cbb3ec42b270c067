#include "harness/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace hopbench::stats {

std::optional<double> quantile(std::span<const double> values, double p) {
    if (values.empty() || !(p >= 0 && p <= 1)) return std::nullopt;
    if (std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
        return std::nullopt;
    std::vector<double> order(values.begin(), values.end());
    const double place = p * static_cast<double>(order.size() - 1);
    const auto lower = static_cast<std::size_t>(place);
    const double weight = place - static_cast<double>(lower);
    const auto at = order.begin() + static_cast<std::ptrdiff_t>(lower);
    std::nth_element(order.begin(), at, order.end());
    if (weight == 0) return *at;
    const double above = *std::min_element(at + 1, order.end());
    return *at + weight * (above - *at);
}

std::optional<double> median(std::span<const double> values) {
    return quantile(values, 0.5);
}

}  // namespace hopbench::stats
