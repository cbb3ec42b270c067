#pragma once
#include <optional>
#include <span>

#include "harness/model/comparison.hpp"

namespace hopbench::stats {

/// 20 % trimmed mean of one sample with its standard error (Yuen 1974, Tukey and McLaughlin 1963).
struct TrimmedEstimate {
    double theta = 0;
    double se = 0;  ///< winsorised sd / (0.6·√n)
    int df = 1;     ///< n − 2·floor(0.2·n) − 1
};

/// NaN entries are left out; nullopt below five values.
[[nodiscard]] std::optional<TrimmedEstimate> trimmed_mean(std::span<const double> d);

/// The mean's answer, for comparison with the trimmed one.
struct MeanAnswer {
    Verdict verdict = Verdict::inconclusive;
    double se = 0;
    double critical = 0;  ///< c of the family
    int blocks = 0;
};

/// Do a few blocks carry the answer, so that it is "outlier-dominated"?
///
/// Either the mean gives a verdict on whose side of the margin the trimmed mean does not lie; or
/// the mean is inconclusive while the trimmed interval (c scaled to its fewer degrees of freedom)
/// would decide, and the mean's standard error is more than twice the trimmed one, which a spread
/// without outliers rarely shows. A trimmed interval that is merely wider is no disagreement.
[[nodiscard]] bool yuen_disagrees(std::span<const double> d, const MeanAnswer& mean, double delta,
                                  double relative_quantum);

}  // namespace hopbench::stats
