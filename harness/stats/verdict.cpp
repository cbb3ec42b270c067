#include "harness/stats/verdict.hpp"

namespace hopbench::stats {

Interval interval(double theta, double se, double critical) noexcept {
    const double half = se == 0 ? 0.0 : critical * se;  // ∞·0 is a point, not NaN
    return {.low = theta - half, .high = theta + half};
}

Verdict judge(Interval limits, double delta) noexcept {
    if (limits.low > delta) return Verdict::worse;
    if (limits.high < -delta) return Verdict::better;
    if (limits.low > -delta && limits.high < delta) return Verdict::same;
    return Verdict::inconclusive;
}

std::string_view lean(Interval limits, double delta) noexcept {
    const bool may_be_worse = limits.high > delta;
    const bool may_be_better = limits.low < -delta;
    if (may_be_worse == may_be_better) return "";
    return may_be_worse ? "leans worse" : "leans better";
}

}  // namespace hopbench::stats
