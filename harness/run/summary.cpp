#include "harness/run/summary.hpp"

#include <algorithm>
#include <limits>

#include "harness/stats/quantile.hpp"

namespace hopbench {

Summary summarise(std::span<const double> values) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    Summary summary{.count = values.size(), .median = none, .p99 = none, .min = none, .max = none};
    if (values.empty()) return summary;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    summary.min = *low;
    summary.max = *high;
    summary.median = stats::median(values).value_or(none);
    if (values.size() >= p99_samples) summary.p99 = stats::quantile(values, 0.99).value_or(none);
    return summary;
}

}  // namespace hopbench
