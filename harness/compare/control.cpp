#include "harness/compare/control.hpp"

#include <cmath>
#include <utility>

#include "harness/compare/wording.hpp"

namespace hopbench::compare {

ControlResult judge_control(Contrast contrast, std::vector<std::string>& warnings) {
    ControlResult control;
    control.present = true;
    control.groups = std::move(contrast.groups);
    std::size_t unjudged = 0;
    for (const GroupResult& group : control.groups) {
        const Effect& effect = *group.effect;
        if (!effect.interval) {
            ++unjudged;
            continue;
        }
        const double half_width = effect.se == 0 ? 0.0 : effect.critical * effect.se;
        if (group.verdict == Verdict::worse || group.verdict == Verdict::better)
            control.failures.push_back(describe(group.key) + ": the baseline against itself is " +
                                       std::string(to_string(group.verdict)) + " by " +
                                       signed_percent(effect.theta) + " (interval " +
                                       signed_percent(effect.low) + " to " +
                                       signed_percent(effect.high) + ")");
        else if (group.margin > 0 && half_width > group.margin)
            control.failures.push_back(
                describe(group.key) + ": " +
                (std::isfinite(half_width)
                     ? "the interval's half-width of " + percent(std::expm1(half_width))
                     : std::string("the unbounded interval")) +
                " exceeds the margin of " + percent(std::expm1(group.margin)));
    }
    control.passed = control.failures.empty();
    if (unjudged > 0)
        warnings.push_back("the negative control has too few blocks to be judged in " +
                           count_of(unjudged, "group"));
    if (control.groups.empty())
        warnings.emplace_back("the negative control has no cell in common with the baseline");
    for (const std::string& line : contrast.unmatched)
        warnings.push_back("negative control: " + line);
    return control;
}

}  // namespace hopbench::compare
