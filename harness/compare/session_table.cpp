#include "harness/compare/session_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/compare/cell_logs.hpp"
#include "harness/compare/wording.hpp"
#include "harness/stats/block_estimate.hpp"
#include "harness/stats/quantile.hpp"

namespace hopbench::compare {
namespace {

/// A cell in every session: base sessions first, then head; nullptr where one lacks it.
using Across = std::vector<const Cell*>;
using Index = std::map<CellKey, Across, SameThingLess>;

Index index_cells(const std::vector<const Session*>& sessions) {
    Index index;
    for (std::size_t s = 0; s < sessions.size(); ++s)
        for (const Cell* cell : cells_of(*sessions[s]->report, sessions[s]->variant)) {
            Across& across = index[cell->key];
            across.resize(sessions.size(), nullptr);
            across[s] = cell;
        }
    return index;
}

/// Mean log of one session; nullopt without a usable invocation.
std::optional<double> session_mean(const Cell& cell, Statistic statistic) {
    const CellLogs logs = logs_of(cell, statistic);
    if (logs.log.empty()) return std::nullopt;
    double sum = 0;
    for (const double value : logs.log) sum += value;
    return sum / static_cast<double>(logs.log.size());
}

/// Which sessions lack something, for the list of unmatched cells.
std::string lacking(const CellKey& key, const std::vector<const Session*>& sessions,
                    const std::vector<bool>& has, const std::string& what) {
    std::vector<std::string> labels;
    for (std::size_t s = 0; s < sessions.size(); ++s)
        if (!has[s]) labels.push_back(sessions[s]->label);
    return describe(key) + ": " + what + " " + join(labels, ", ");
}

/// The values of one statistic in every session, or a line that says who lacks them.
std::vector<double> values_across(const CellKey& key, const Across& cells, Statistic statistic,
                                  const std::vector<const Session*>& sessions,
                                  std::vector<std::string>& unmatched) {
    std::vector<double> values;
    std::vector<bool> has;
    for (const Cell* cell : cells) {
        const std::optional<double> mean = session_mean(*cell, statistic);
        has.push_back(mean.has_value());
        if (mean) values.push_back(*mean);
    }
    if (values.size() == cells.size()) return values;
    if (statistic == Statistic::median)
        unmatched.push_back(lacking(key, sessions, has, "no usable invocation in"));
    return {};
}

double quantum_of(const Across& cells, const std::vector<double>& logs) {
    double quantum = 0;
    for (const Cell* cell : cells) quantum = std::max(quantum, cell->quantum);
    return stats::relative_quantum_sd(quantum, std::exp(stats::median(logs).value_or(0)));
}

void add_groups(SessionTable& table) {
    table.groups = make_groups(table.rows);
    const auto average = [](const BlockMatrix& rows, const Group& group, std::span<double> means) {
        for (std::size_t s = 0; s < means.size(); ++s) {
            double sum = 0;
            for (const std::size_t i : group.rows) sum += rows.row(i)[s];
            means[s] = sum / static_cast<double>(group.rows.size());
        }
    };
    for (const Group& group : table.groups) {
        average(table.base, group, table.group_base.append());
        average(table.head, group, table.group_head.append());
        double quantum = 0;
        for (const std::size_t i : group.rows) quantum += table.rows[i].relative_quantum;
        table.group_quantum.push_back(quantum / static_cast<double>(group.rows.size()));
    }
}

}  // namespace

SessionTable tabulate_sessions(const std::vector<Session>& base, const std::vector<Session>& head,
                               const std::map<MarginKind, double>& margins) {
    SessionTable table(base.size(), head.size());
    std::vector<const Session*> sessions;
    for (const auto* side : {&base, &head})
        for (const Session& session : *side) sessions.push_back(&session);
    for (const auto& [key, cells] : index_cells(sessions)) {
        std::vector<bool> has;
        for (const Cell* cell : cells) has.push_back(cell != nullptr);
        if (std::find(has.begin(), has.end(), false) != has.end()) {
            table.unmatched.push_back(lacking(key, sessions, has, "missing in"));
            continue;
        }
        const Cell& first_head = *cells[base.size()];
        std::string why;
        for (const Cell* cell : cells)
            if (why.empty()) why = mismatch(*cells.front(), *cell);
        if (!why.empty()) {
            table.incomparable.push_back(why);
            continue;
        }
        table.classes_differ += cells.front()->pair_class != first_head.pair_class ? 1 : 0;
        for (const Statistic statistic : {Statistic::median, Statistic::p99}) {
            const std::vector<double> values =
                values_across(key, cells, statistic, sessions, table.unmatched);
            if (values.empty()) continue;
            const MarginKind kind = margin_kind_of(first_head, statistic);
            table.rows.push_back({.base = cells.front(),
                                  .head = &first_head,
                                  .statistic = statistic,
                                  .margin_kind = kind,
                                  .delta = delta_of(margins, kind),
                                  .relative_quantum = quantum_of(cells, values)});
            const std::span<const double> all(values);
            std::ranges::copy(all.first(base.size()), table.base.append().begin());
            std::ranges::copy(all.last(head.size()), table.head.append().begin());
        }
    }
    add_groups(table);
    return table;
}

}  // namespace hopbench::compare
