#pragma once
#include <string_view>

#include "harness/model/comparison.hpp"

namespace hopbench::stats {

/// [θ − c·se, θ + c·se]. A zero se gives the point θ whatever c is.
struct Interval {
    double low = 0;
    double high = 0;
};
[[nodiscard]] Interval interval(double theta, double se, double critical) noexcept;

/// worse: low > δ; better: high < −δ; same: −δ < low and high < δ; else inconclusive.
/// With δ = 0 `same` cannot occur. NaN limits are inconclusive.
[[nodiscard]] Verdict judge(Interval limits, double delta) noexcept;

/// Where an inconclusive interval leans: over one margin only: "leans worse" or "leans better",
/// over both or none: "".
[[nodiscard]] std::string_view lean(Interval limits, double delta) noexcept;

}  // namespace hopbench::stats
