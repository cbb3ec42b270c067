#include "harness/compare/outcome.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "harness/compare/wording.hpp"

namespace hopbench::compare {
namespace {

int count(const Comparison& comparison, Verdict verdict) {
    int found = 0;
    for (const Contrast& contrast : comparison.contrasts)
        for (const GroupResult& group : contrast.groups) found += group.verdict == verdict ? 1 : 0;
    return found;
}

std::string counts_text(const Comparison& comparison, Verdict first) {
    std::size_t total = 0;
    for (const Contrast& contrast : comparison.contrasts) total += contrast.groups.size();
    std::vector<std::string> parts;
    const auto add = [&](Verdict verdict, int number) {
        if (verdict == first)
            parts.insert(parts.begin(), fmt::format("{} of {} {}", number, count_of(total, "group"),
                                                    to_string(verdict)));
        else
            parts.push_back(fmt::format("{} {}", number, to_string(verdict)));
    };
    add(Verdict::worse, comparison.worse);
    add(Verdict::better, comparison.better);
    add(Verdict::same, comparison.same);
    add(Verdict::inconclusive, comparison.inconclusive);
    return join(parts, ", ");
}

std::vector<std::string> not_applied(const Comparison& comparison) {
    std::vector<std::string> heads;
    for (const Contrast& contrast : comparison.contrasts)
        if (!contrast.applied) heads.push_back(contrast.head);
    return heads;
}

Exit exit_of(const Comparison& comparison, const CompareOptions& options) {
    if (!comparison.incomparable.empty() || !not_applied(comparison).empty()) return Exit::unfit;
    if (comparison.control.present && !comparison.control.passed) return Exit::unfit;
    if (comparison.worse > 0) return Exit::findings;
    if (options.require_conclusive && comparison.inconclusive > 0) return Exit::inconclusive;
    return Exit::ok;
}

std::string headline_of(const Comparison& comparison) {
    const std::string counts = counts_text(comparison, Verdict::worse);
    if (!comparison.incomparable.empty()) {
        const std::size_t more = comparison.incomparable.size() - 1;
        return "incomparable: " + comparison.incomparable.front() +
               (more == 0 ? std::string() : fmt::format(" (and {} more)", more));
    }
    if (const auto heads = not_applied(comparison); !heads.empty())
        return "not applied: " + join(heads, ", ") + "; " + counts;
    if (comparison.control.present && !comparison.control.passed)
        return "unfit: the negative control failed in " +
               count_of(comparison.control.failures.size(), "group") + "; " + counts;
    if (comparison.contrasts.empty()) return "nothing to compare: only the baseline was run";
    if (comparison.worse > 0) return "regression: " + counts;
    if (comparison.better > 0) return "improvement: " + counts_text(comparison, Verdict::better);
    if (comparison.inconclusive > 0)
        return "inconclusive: " + counts_text(comparison, Verdict::inconclusive);
    return "same: " + counts_text(comparison, Verdict::same);
}

}  // namespace

void conclude(Comparison& comparison, const CompareOptions& options) {
    for (const Contrast& contrast : comparison.contrasts)
        if (contrast.groups.empty() && comparison.incomparable.empty())
            comparison.incomparable.push_back(contrast.base + " and " + contrast.head +
                                              " have no cell with numbers in common");
    comparison.worse = count(comparison, Verdict::worse);
    comparison.better = count(comparison, Verdict::better);
    comparison.same = count(comparison, Verdict::same);
    comparison.inconclusive = count(comparison, Verdict::inconclusive);
    comparison.exit = exit_of(comparison, options);
    comparison.headline = headline_of(comparison);
}

}  // namespace hopbench::compare
