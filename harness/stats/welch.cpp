#include "harness/stats/welch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/stats/block_estimate.hpp"

namespace hopbench::stats {
namespace {

struct Arm {
    double mean = 0;
    double variance_of_mean = 0;
    double df = 0;
};

Arm describe_arm(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    double sum = 0;
    for (const double value : values) sum += value;
    const double mean = sum / n;
    double squares = 0;
    double largest = 0;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
        largest = std::max(largest, std::abs(value - mean));
    }
    if (values.size() < 2)
        return {.mean = mean, .variance_of_mean = std::numeric_limits<double>::infinity(), .df = 0};
    if (largest < log_rounding) squares = 0;
    return {.mean = mean, .variance_of_mean = squares / (n * (n - 1)), .df = n - 1};
}

}  // namespace

WelchEstimate welch(std::span<const double> base, std::span<const double> head) {
    const Arm a = describe_arm(base);
    const Arm b = describe_arm(head);
    const double variance = a.variance_of_mean + b.variance_of_mean;
    WelchEstimate estimate{
        .difference = b.mean - a.mean, .se = std::sqrt(variance), .df = a.df + b.df};
    if (variance > 0 && std::isfinite(variance)) {
        const double share_a = a.variance_of_mean / variance;
        const double share_b = b.variance_of_mean / variance;
        estimate.df = 1 / (share_a * share_a / a.df + share_b * share_b / b.df);
    }
    return estimate;
}

}  // namespace hopbench::stats
