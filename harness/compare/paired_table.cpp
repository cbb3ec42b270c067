#include "harness/compare/paired_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "harness/compare/cell_logs.hpp"
#include "harness/compare/wording.hpp"
#include "harness/stats/drift.hpp"
#include "harness/stats/quantile.hpp"
#include "harness/stats/two_modes.hpp"

namespace hopbench::compare {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// d of one row; both sides become NaN where one has nothing. Returns whether a block is left.
bool subtract(double sign, std::span<double> base, std::span<double> head,
              std::span<double> effect) {
    bool any = false;
    for (std::size_t b = 0; b < effect.size(); ++b) {
        effect[b] = sign * (head[b] - base[b]);
        if (std::isnan(effect[b]))
            base[b] = head[b] = none;
        else
            any = true;
    }
    return any;
}

/// q/(√12·x̃) with x̃ the median over the blocks of both sides.
double quantum_of(const Row& row, std::span<const double> base, std::span<const double> head) {
    const double quantum = std::max(row.base->quantum, row.head->quantum);
    if (!(quantum > 0)) return 0;
    std::vector<double> logs;
    for (const std::span<const double> side : {base, head})
        for (const double value : side)
            if (!std::isnan(value)) logs.push_back(value);
    return stats::relative_quantum_sd(quantum, std::exp(stats::median(logs).value_or(none)));
}

Evidence examine(const CellLogs& base, const CellLogs& head, const Row& row) {
    // relative_quantum is an sd; a whole tick on the log scale is √12 of it.
    const double tick = std::sqrt(12.0) * row.relative_quantum;
    const auto split = [&](const CellLogs& logs) {
        return stats::has_two_modes(logs.log, stats::minimum_mode_invocations, tick);
    };
    return {.two_modes = split(base) || split(head),
            .drift = stats::drifts(base.log, row.delta) || stats::drifts(head.log, row.delta),
            .unusable_base = base.unusable,
            .unusable_head = head.unusable};
}

void estimate_last(PairedEffects& effects, double relative_quantum) {
    const std::size_t last = effects.effect.rows() - 1;
    effects.relative_quantum.push_back(relative_quantum);
    effects.estimates.push_back(stats::estimate_blocks(effects.effect.row(last), relative_quantum,
                                                       effects.residual.append()));
}

std::string without_numbers(const Cell& cell, const CellLogs& base, const CellLogs& head) {
    std::string text = describe(cell.key) + ": ";
    if (base.log.empty() || head.log.empty()) {
        const bool both = base.log.empty() && head.log.empty();
        const CellLogs& failed = head.log.empty() ? head : base;
        text += both ? "neither side has" : head.log.empty() ? "head has" : "base has";
        text += both ? " a usable invocation" : " no usable invocation";
        if (!failed.first_failure.empty()) text += " (" + failed.first_failure + ")";
        return text;
    }
    return text + "no block in which both sides have a usable invocation";
}

void add_row(PairedTable& table, Row row, std::span<const int> blocks) {
    const CellLogs base = logs_of(*row.base, row.statistic);
    const CellLogs head = logs_of(*row.head, row.statistic);
    const std::span<double> base_means = table.cells.base.append();
    const std::span<double> head_means = table.cells.head.append();
    block_means(base, blocks, base_means);
    block_means(head, blocks, head_means);
    if (!subtract(row.sign(), base_means, head_means, table.cells.effect.append())) {
        table.cells.base.drop_last();
        table.cells.head.drop_last();
        table.cells.effect.drop_last();
        table.unmatched.push_back(without_numbers(*row.head, base, head));
        if (head.log.empty() && !base.log.empty()) table.lost.push_back(table.unmatched.back());
        return;
    }
    row.relative_quantum = quantum_of(row, base_means, head_means);
    estimate_last(table.cells, row.relative_quantum);
    table.evidence.push_back(examine(base, head, row));
    table.rows.push_back(row);
}

/// Mean over the rows that have a number, block by block.
void average(const BlockMatrix& rows, const std::vector<std::size_t>& members,
             std::span<double> means) {
    for (std::size_t b = 0; b < means.size(); ++b) {
        double sum = 0;
        int count = 0;
        for (const std::size_t i : members)
            if (const double value = rows.row(i)[b]; !std::isnan(value)) {
                sum += value;
                ++count;
            }
        means[b] = count == 0 ? none : sum / count;
    }
}

void add_groups(PairedTable& table) {
    table.groups = make_groups(table.rows);
    for (const Group& group : table.groups) {
        average(table.cells.base, group.rows, table.by_group.base.append());
        average(table.cells.head, group.rows, table.by_group.head.append());
        average(table.cells.effect, group.rows, table.by_group.effect.append());
        // Cells of one timer round alike, so the group's rounding does not average out.
        double quantum = 0;
        for (const std::size_t i : group.rows)
            quantum += table.rows[i].relative_quantum / static_cast<double>(group.rows.size());
        estimate_last(table.by_group, quantum);
    }
}

}  // namespace

std::vector<std::string> describe_unmatched(const Matching& matching, const std::string& base_name,
                                            const std::string& head_name) {
    std::set<GroupKey> shared;
    for (const CellPair& pair : matching.pairs)
        shared.insert(group_key(*pair.head, Statistic::median));
    std::vector<std::string> lines;
    for (const auto& [cells, name] :
         {std::pair(&matching.only_base, base_name), std::pair(&matching.only_head, head_name)}) {
        std::map<GroupKey, std::size_t> lacking;
        for (const Cell* cell : *cells)
            if (const GroupKey key = group_key(*cell, Statistic::median); !shared.contains(key))
                ++lacking[key];
        for (const auto& [key, count] : lacking)
            lines.push_back("group " + describe(key) + ": only in " + name + " (" +
                            count_of(count, "cell") + ")");
        for (const Cell* cell : *cells) lines.push_back(describe(cell->key) + ": only in " + name);
    }
    return lines;
}

PairedTable pair_cells(const std::string& base_name, const std::vector<const Cell*>& base,
                       const std::string& head_name, const std::vector<const Cell*>& head,
                       std::span<const int> blocks, const std::map<MarginKind, double>& margins) {
    const Matching matching = match(base, head);
    PairedTable table(blocks.size());
    table.base = base_name;
    table.head = head_name;
    table.unmatched = describe_unmatched(matching, base_name, head_name);
    table.incomparable = matching.incomparable;
    for (const CellPair& pair : matching.pairs)
        for (const Statistic statistic : {Statistic::median, Statistic::p99}) {
            if (statistic == Statistic::p99 &&
                !(has_statistic(*pair.base, statistic) && has_statistic(*pair.head, statistic)))
                continue;
            const MarginKind kind = margin_kind_of(*pair.head, statistic);
            add_row(table,
                    {.base = pair.base,
                     .head = pair.head,
                     .statistic = statistic,
                     .margin_kind = kind,
                     .delta = delta_of(margins, kind)},
                    blocks);
        }
    add_groups(table);
    return table;
}

}  // namespace hopbench::compare
