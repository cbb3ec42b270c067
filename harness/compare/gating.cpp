#include "harness/compare/gating.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace hopbench::compare {
namespace {

const Companion* find_gated(const Side& side, const std::string& method, std::uint64_t bytes) {
    const auto& all = side.report.companions;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Companion& one) {
        return one.name == "gated" && one.variant == side.variant && one.method == method &&
               one.bytes == bytes;
    });
    return found == all.end() ? nullptr : &*found;
}

bool always(const Companion& gated) {
    return gated.min > 0;
}
bool never(const Companion& gated) {
    return gated.max <= 0;
}

}  // namespace

void check_gating(Comparison& comparison, const Side& base, const Side& head) {
    for (const auto& one : base.report.companions) {
        if (one.name != "gated" || one.variant != base.variant) continue;
        const auto* other = find_gated(head, one.method, one.bytes);
        if (!other) continue;
        const auto what = fmt::format("{} {} B", one.method, one.bytes);
        if ((always(one) && never(*other)) || (never(one) && always(*other)))
            comparison.incomparable.push_back(
                fmt::format("{}: measured behind the gate in {} and without it in {}", what,
                            always(one) ? base.variant : head.variant,
                            always(one) ? head.variant : base.variant));
        else if (always(one) != always(*other) || never(one) != never(*other))
            comparison.warnings.push_back(fmt::format(
                "{}: partly measured without the gate, where enqueueing may set the pace", what));
    }
}

}  // namespace hopbench::compare
