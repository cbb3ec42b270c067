#pragma once
#include <span>

namespace hopbench::stats {

/// Fewer blocks than this and every verdict is inconclusive by definition: the interval would not
/// cover what it says (at three blocks .37 where .95 is meant).
inline constexpr int minimum_blocks = 8;

/// Differences of logs below this are rounding of the arithmetic, not measurement: a deterministic
/// machine must give a spread of exactly zero. Logs of seconds carry rounding of about 1e-15.
inline constexpr double log_rounding = 1e-12;

/// Mean effect over blocks on the log scale.
struct BlockEstimate {
    double theta = 0;
    double se = 0;   ///< standard error of theta, not below the timer's
    int blocks = 0;  ///< n: blocks that have a value
};

/// θ̂ = mean d and se = sqrt(Σ(d−θ̂)²/(n(n−1))), floored by the timer.
///
/// `d`: one effect a block, NaN where the block has none. `residuals` (same length) receives d − θ̂,
/// and 0 where the block has none. `relative_quantum` is relative_quantum_sd() of the cell, 0 for
/// none. With n = 0 theta and se are NaN, with n = 1 se is infinite.
BlockEstimate estimate_blocks(std::span<const double> d, double relative_quantum,
                              std::span<double> residuals);

/// Standard deviation that rounding to a timer's quantum q leaves on log x at x̃: q/(√12·x̃).
/// Both in the same unit; 0 where either is not positive.
[[nodiscard]] double relative_quantum_sd(double quantum, double median) noexcept;

}  // namespace hopbench::stats
