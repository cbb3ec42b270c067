#pragma once
#include <optional>
#include <span>

namespace hopbench::stats {

/// A monotone trend over a series in time order.
struct Trend {
    double p = 1;      ///< two-sided, Mann–Kendall with ties, normal approximation
    double total = 0;  ///< Theil–Sen slope × (n − 1): change over the whole series, series' unit
};

/// nullopt below eight values, where the approximation does not hold, or with a NaN.
[[nodiscard]] std::optional<Trend> find_trend(std::span<const double> series);

/// The rule of the drift flag on a series of logs: p < .01 and |total| > δ/2 (and above rounding).
[[nodiscard]] bool drifts(std::span<const double> logs, double delta);

}  // namespace hopbench::stats
