#pragma once

namespace hopbench::stats {

/// The p-quantile of Student's t; `df` > 0, may be a fraction (Welch). t_quantile(0.975, 9)
/// = 2.262.
[[nodiscard]] double t_quantile(double p, double df);

/// P(|T| ≥ |t|) for Student's t; an infinite t gives 0.
[[nodiscard]] double t_two_sided_p(double t, double df);

/// The p-quantile of the standard normal. normal_quantile(0.975) = 1.960.
[[nodiscard]] double normal_quantile(double p);

/// P(|Z| ≥ |z|) for the standard normal.
[[nodiscard]] double normal_two_sided_p(double z);

}  // namespace hopbench::stats
