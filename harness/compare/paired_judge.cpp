#include "harness/compare/paired_judge.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "harness/compare/contrast.hpp"
#include "harness/compare/wording.hpp"
#include "harness/stats/drift.hpp"
#include "harness/stats/false_discovery.hpp"
#include "harness/stats/sign_flips.hpp"
#include "harness/stats/yuen.hpp"

namespace hopbench::compare {
namespace {

constexpr double family_level = 0.95;
constexpr double watch_rate = 0.05;
/// A group is called two-moded when more than one in ten of its cells is.
constexpr std::size_t two_mode_share = 10;

/// c of a family's members; t quantiles are looked up once per number of blocks.
class Critical {
  public:
    explicit Critical(double family) : family_(family) {}
    double operator()(int n) {
        const auto [at, fresh] = by_n_.try_emplace(n, 0.0);
        if (fresh) at->second = stats::member_critical(family_, n);
        return at->second;
    }

  private:
    double family_;
    std::map<int, double> by_n_;
};

double mean_of(std::span<const double> values) {
    double sum = 0;
    int count = 0;
    for (const double value : values)
        if (!std::isnan(value)) {
            sum += value;
            ++count;
        }
    return sum / count;
}

std::vector<double> present(std::span<const double> values) {
    std::vector<double> kept;
    for (const double value : values)
        if (!std::isnan(value)) kept.push_back(value);
    return kept;
}

stats::MaxStatistic largest(const std::vector<PairedTable>& tables, const stats::SignFlips& flips,
                            PairedEffects PairedTable::*part) {
    stats::MaxStatistic statistic(flips);
    for (const PairedTable& table : tables) {
        const PairedEffects& effects = table.*part;
        for (std::size_t i = 0; i < effects.estimates.size(); ++i)
            if (effects.estimates[i].blocks >= stats::minimum_blocks)
                statistic.add(effects.residual.row(i), effects.estimates[i].blocks);
    }
    return statistic;
}

Evaluated evaluate(const PairedEffects& effects, std::size_t i, Critical& critical) {
    const stats::BlockEstimate& estimate = effects.estimates[i];
    Evaluated evaluated{.theta = estimate.theta,
                        .se = estimate.se,
                        .n = estimate.blocks,
                        .critical = {},
                        .why_not = {},
                        .base_log = mean_of(effects.base.row(i)),
                        .head_log = mean_of(effects.head.row(i))};
    if (estimate.blocks >= stats::minimum_blocks)
        evaluated.critical = critical(estimate.blocks);
    else
        evaluated.why_not = count_of(static_cast<std::size_t>(estimate.blocks), "block") +
                            " with numbers on both sides, " +
                            std::to_string(stats::minimum_blocks) + " are needed";
    return evaluated;
}

/// Flags an answer that a few blocks carry, and takes its verdict back.
template <class Result>
void check_outliers(Result& result, const PairedEffects& effects, std::size_t i) {
    const Effect& effect = *result.effect;
    const stats::MeanAnswer mean{.verdict = result.verdict,
                                 .se = effect.se,
                                 .critical = effect.critical,
                                 .blocks = effect.blocks};
    if (!stats::yuen_disagrees(effects.effect.row(i), mean, result.margin,
                               effects.relative_quantum[i]))
        return;
    result.verdict = Verdict::inconclusive;
    result.flags.emplace_back("outlier-dominated");
    result.why = "a few blocks carry the difference: the 20 % trimmed mean disagrees";
}

CellResult judge_row(const PairedTable& table, std::size_t i, Critical& critical) {
    CellResult result = judge_cell(table.rows[i], table.head, evaluate(table.cells, i, critical));
    check_outliers(result, table.cells, i);
    const Evidence& evidence = table.evidence[i];
    if (evidence.two_modes) result.flags.emplace_back("two modes");
    if (evidence.drift) result.flags.emplace_back("drift");
    if (evidence.unusable_base + evidence.unusable_head > 0)
        result.flags.emplace_back("failed invocations");
    return result;
}

GroupResult judge_rows(const PairedTable& table, std::size_t g, Critical& critical) {
    const Group& group = table.groups[g];
    GroupResult result =
        judge_group(group, table.rows, table.head, evaluate(table.by_group, g, critical));
    check_outliers(result, table.by_group, g);
    if (result.verdict == Verdict::inconclusive && !result.flags.empty()) result.lean.clear();
    std::size_t two_modes = 0;
    bool failed = false;
    for (const std::size_t i : group.rows) {
        const Evidence& evidence = table.evidence[i];
        two_modes += evidence.two_modes ? 1 : 0;
        failed = failed || evidence.unusable_base + evidence.unusable_head > 0;
    }
    if (two_modes * two_mode_share > group.rows.size()) result.flags.emplace_back("two modes");
    if (stats::drifts(present(table.by_group.base.row(g)), result.margin) ||
        stats::drifts(present(table.by_group.head.row(g)), result.margin))
        result.flags.emplace_back("drift");
    if (failed) result.flags.emplace_back("failed invocations");
    return result;
}

/// Benjamini and Hochberg over the cells of the first `watched` contrasts.
void watch(std::vector<Contrast>& contrasts, std::size_t watched) {
    std::vector<double> p;
    for (std::size_t c = 0; c < watched; ++c)
        for (const CellResult& cell : contrasts[c].cells) {
            const Effect& effect = *cell.effect;
            p.push_back(effect.interval ? watch_p(effect.theta, effect.se, effect.blocks - 1)
                                        : std::numeric_limits<double>::quiet_NaN());
        }
    const std::vector<bool> found = stats::benjamini_hochberg(p, watch_rate);
    std::size_t next = 0;
    for (std::size_t c = 0; c < watched; ++c)
        for (CellResult& cell : contrasts[c].cells) cell.watch = found[next++];
}

}  // namespace

PairedVerdicts judge_pairs(const std::vector<PairedTable>& tables, int blocks, std::uint64_t seed,
                           std::size_t watched) {
    const stats::SignFlips flips(blocks, seed);
    const stats::MaxStatistic groups = largest(tables, flips, &PairedTable::by_group);
    const stats::MaxStatistic cells = largest(tables, flips, &PairedTable::cells);
    PairedVerdicts verdicts;
    verdicts.families = {.groups = groups.members(),
                         .cells = cells.members(),
                         .group_critical = groups.critical(family_level),
                         .cell_critical = cells.critical(family_level),
                         .flips = flips.size(),
                         .exhaustive = flips.exhaustive()};
    Critical group_critical(verdicts.families.group_critical);
    Critical cell_critical(verdicts.families.cell_critical);
    for (const PairedTable& table : tables) {
        Contrast contrast;
        contrast.base = table.base;
        contrast.head = table.head;
        contrast.unmatched = table.unmatched;
        contrast.cells.reserve(table.rows.size());
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            contrast.cells.push_back(judge_row(table, i, cell_critical));
        for (std::size_t g = 0; g < table.groups.size(); ++g)
            contrast.groups.push_back(judge_rows(table, g, group_critical));
        verdicts.contrasts.push_back(std::move(contrast));
    }
    watch(verdicts.contrasts, std::min(watched, tables.size()));
    for (std::size_t c = 0; c < tables.size(); ++c)
        for (std::size_t g = 0; g < tables[c].groups.size(); ++g)
            set_worst(verdicts.contrasts[c].groups[g], tables[c].groups[g],
                      verdicts.contrasts[c].cells);
    return verdicts;
}

}  // namespace hopbench::compare
