#pragma once
#include <cstddef>
#include <optional>
#include <span>

namespace hopbench::stats {

/// The best split of values into a lower and an upper part.
struct Split {
    double explained = 0;  ///< share of the variance that lies between the parts, 0 to 1
    double minor = 0;      ///< share of the values in the smaller part, 0 to 0.5
    double distance = 0;   ///< between the parts' means, values' unit
};

/// nullopt below two values, without spread, or with a NaN.
[[nodiscard]] std::optional<Split> best_split(std::span<const double> values);

/// Fewest values the two-mode rule looks at: samples of one invocation, and invocations of a cell
/// (eight blocks of two).
inline constexpr std::size_t minimum_mode_samples = 50;
inline constexpr std::size_t minimum_mode_invocations = 16;

/// The rule of the two-mode flag on logs: at least `minimum` of them, the best split explains ≥ 88
/// % of the variance, the minor mode has ≥ 10 %, and the modes lie further apart than `resolution`
/// (the timer's quantum on the log scale: neighbouring ticks are no modes).
[[nodiscard]] bool has_two_modes(std::span<const double> logs, std::size_t minimum,
                                 double resolution);

}  // namespace hopbench::stats
