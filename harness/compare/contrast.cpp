#include "harness/compare/contrast.hpp"

#include <cmath>
#include <limits>

#include "harness/compare/wording.hpp"
#include "harness/stats/block_estimate.hpp"
#include "harness/stats/distribution.hpp"
#include "harness/stats/verdict.hpp"

namespace hopbench::compare {
namespace {

Effect effect_of(const Evaluated& evaluated) {
    Effect effect{.theta = evaluated.theta, .se = evaluated.se, .blocks = evaluated.n};
    effect.interval = evaluated.critical.has_value();
    effect.critical = evaluated.critical.value_or(std::numeric_limits<double>::infinity());
    if (effect.interval) {
        const auto limits = stats::interval(effect.theta, effect.se, effect.critical);
        effect.low = limits.low;
        effect.high = limits.high;
    } else {
        effect.high = std::numeric_limits<double>::infinity();
        effect.low = -effect.high;
    }
    return effect;
}

std::string why_inconclusive(const Effect& effect, double delta) {
    if (!std::isfinite(effect.high)) return "the blocks scatter too alike to bound the difference";
    const std::string range =
        "the interval " + signed_percent(effect.low) + " to " + signed_percent(effect.high);
    if (delta == 0) return range + " includes no difference, and the margin is 0";
    return range + " reaches over the margin of " + percent(std::expm1(delta));
}

template <class Result>
void decide(Result& result, const Evaluated& evaluated, double delta) {
    const Effect effect = effect_of(evaluated);
    result.effect = effect;
    result.margin = delta;
    result.base_value = std::exp(evaluated.base_log);
    result.head_value = std::exp(evaluated.head_log);
    if (!effect.interval) {
        result.verdict = Verdict::inconclusive;
        result.why = evaluated.why_not;
        return;
    }
    result.verdict = stats::judge({.low = effect.low, .high = effect.high}, delta);
    if (result.verdict == Verdict::inconclusive) result.why = why_inconclusive(effect, delta);
}

std::string_view lean_of(const GroupResult& result) {
    if (result.verdict != Verdict::inconclusive) return "";
    if (result.effect->interval)
        return stats::lean({.low = result.effect->low, .high = result.effect->high}, result.margin);
    // Without an interval the estimate itself has to be over the margin.
    return stats::lean({.low = result.effect->theta, .high = result.effect->theta}, result.margin);
}

}  // namespace

CellResult judge_cell(const Row& row, const std::string& variant, const Evaluated& evaluated) {
    CellResult result;
    result.key = row.head->key;
    result.statistic = std::string(to_string(row.statistic));
    result.unit = row.head->unit;
    result.better = row.head->better;
    result.key.variant = variant;
    decide(result, evaluated, row.delta);
    return result;
}

GroupResult judge_group(const Group& group, std::span<const Row> rows, const std::string& head,
                        const Evaluated& evaluated) {
    const Row& first = rows[group.rows.front()];
    GroupResult result;
    result.key = group.key;
    result.head = head;
    result.margin_kind = first.margin_kind;
    result.unit = first.head->unit;
    result.better = first.head->better;
    result.cells = static_cast<int>(group.rows.size());
    decide(result, evaluated, first.delta);
    result.lean = lean_of(result);
    return result;
}

void set_worst(GroupResult& result, const Group& group, std::span<const CellResult> cells) {
    const CellResult* worst = nullptr;
    for (const std::size_t i : group.rows)
        if (worst == nullptr || cells[i].effect->theta > worst->effect->theta) worst = &cells[i];
    if (worst != nullptr) result.worst = *worst;
}

std::string not_in_effect(const Variant& variant) {
    const std::string& why = variant.treatment.evidence;
    return "variant " + variant.name + " was not in effect" + (why.empty() ? "" : ": " + why);
}

void mark_not_applied(Contrast& contrast, const std::string& evidence) {
    contrast.applied = false;
    contrast.treatment = evidence;
    const auto mark = [&](auto& result) {
        result.verdict = Verdict::not_applied;
        result.why = evidence;
    };
    for (CellResult& cell : contrast.cells) {
        mark(cell);
        cell.watch = false;
    }
    for (GroupResult& group : contrast.groups) {
        mark(group);
        group.lean.clear();
        if (!group.worst) continue;
        mark(*group.worst);
        group.worst->watch = false;
    }
}

double watch_p(double theta, double se, double df) {
    if (!(std::abs(theta) >= stats::log_rounding)) return 1;
    if (se == 0) return 0;
    return df > 0 ? stats::t_two_sided_p(theta / se, df) : stats::normal_two_sided_p(theta / se);
}

}  // namespace hopbench::compare
