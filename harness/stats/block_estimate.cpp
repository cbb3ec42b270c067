#include "harness/stats/block_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hopbench::stats {

BlockEstimate estimate_blocks(std::span<const double> d, double relative_quantum,
                              std::span<double> residuals) {
    int n = 0;
    double sum = 0;
    for (const double value : d)
        if (!std::isnan(value)) {
            ++n;
            sum += value;
        }
    std::fill(residuals.begin(), residuals.end(), 0.0);
    if (n == 0) {
        const double none = std::numeric_limits<double>::quiet_NaN();
        return {.theta = none, .se = none, .blocks = 0};
    }
    const double theta = sum / n;
    double largest = 0;
    for (std::size_t b = 0; b < d.size(); ++b)
        if (!std::isnan(d[b])) {
            residuals[b] = d[b] - theta;
            largest = std::max(largest, std::abs(residuals[b]));
        }
    if (largest < log_rounding) std::fill(residuals.begin(), residuals.end(), 0.0);
    if (n == 1) return {.theta = theta, .se = std::numeric_limits<double>::infinity(), .blocks = 1};
    double squares = 0;
    for (const double e : residuals) squares += e * e;
    const double se = std::sqrt(squares / (static_cast<double>(n) * (n - 1)));
    return {.theta = theta, .se = std::max(se, relative_quantum / std::sqrt(n)), .blocks = n};
}

double relative_quantum_sd(double quantum, double median) noexcept {
    if (!(quantum > 0) || !(median > 0)) return 0;
    return quantum / (std::sqrt(12.0) * median);
}

}  // namespace hopbench::stats
