#pragma once
#include <optional>
#include <span>

namespace hopbench::stats {

/// The p-quantile (0 ≤ p ≤ 1) of unsorted values, linear between order statistics (Hyndman and Fan,
/// type 7), in the values' unit. nullopt when there is no value or one of them is NaN.
[[nodiscard]] std::optional<double> quantile(std::span<const double> values, double p);

/// quantile(values, 0.5): for an even count the mean of the two in the middle.
[[nodiscard]] std::optional<double> median(std::span<const double> values);

}  // namespace hopbench::stats
