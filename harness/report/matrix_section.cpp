#include "harness/report/matrix_section.hpp"
#include "harness/model/size_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/report/format_value.hpp"
#include "harness/report/pair_grid.hpp"

namespace hopbench::reporting {
namespace {

constexpr double alike = 1.02;    ///< largest to smallest of a folded matrix
constexpr double caution = 1.25;  ///< times the best: coloured
constexpr double far_off = 2.0;

struct Range {
    const CellSummary* least = nullptr;
    const CellSummary* most = nullptr;
    bool whole = true;  ///< every invocation of every cell is good
};

Range range_of(const std::vector<CellSummary>& cells) {
    Range range;
    for (const auto& cell : cells) {
        if (cell.good < cell.total || cell.total == 0) range.whole = false;
        if (!std::isfinite(cell.value)) continue;
        if (!range.least || cell.value < range.least->value) range.least = &cell;
        if (!range.most || cell.value > range.most->value) range.most = &cell;
    }
    return range;
}

std::string pair_text(const CellSummary& cell) {
    return std::to_string(*cell.cell->key.src) + "→" + std::to_string(*cell.cell->key.dst);
}

/// How far from the best of the matrix; colour only repeats what the number says.
Tone tone_of(double value, const Range& range, Better better) {
    const double best = better == Better::lower ? range.least->value : range.most->value;
    const double ratio = better == Better::lower ? value / best : best / value;
    if (!(ratio >= caution)) return Tone::plain;
    return ratio >= far_off ? Tone::bad : Tone::caution;
}

Phrase entry_text(const CellSummary& cell, const Range& range, int decimals) {
    if (cell.good == 0 || !std::isfinite(cell.value)) return {.text = "✗", .tone = Tone::bad};
    auto text = format_number(cell.value, cell.cell->unit, decimals);
    if (cell.good < cell.total) text += "*";
    return {.text = text, .tone = tone_of(cell.value, range, cell.cell->better)};
}

Table table_of(const MatrixSummary& matrix, const Report& report, const Range& range) {
    std::map<std::pair<int, int>, const CellSummary*> cells;
    std::set<int> indexes;
    for (const auto& cell : matrix.cells) {
        const int src = *cell.cell->key.src, dst = *cell.cell->key.dst;
        cells[{src, dst}] = &cell;
        indexes.insert({src, dst});
    }
    const auto& unit = matrix.cells.front().cell->unit;
    const int decimals = decimals_for(range.least->value, unit);
    return pair_grid(report.gpus, indexes, [&](int src, int dst) -> std::optional<Phrase> {
        const auto found = cells.find({src, dst});
        if (found == cells.end()) return std::nullopt;
        return entry_text(*found->second, range, decimals);
    });
}

}  // namespace

std::string matrix_title(const CellKey& key, bool with_bytes) {
    std::string title = key.family + "/" + key.method;
    if (key.metric != key.method) title += " " + key.metric;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) title += " · " + part;
    };
    if (with_bytes) add(size_text(key.bytes));
    if (key.direction != key.method) add(key.direction);
    add(key.engine);
    if (key.ranks) add(std::to_string(*key.ranks) + " ranks");
    if (key.host_node) add("host node " + std::to_string(*key.host_node));
    if (key.binding != "none") add("binding " + key.binding);
    return title;
}

Section matrix_section(const MatrixSummary& matrix, const Report& report, bool all) {
    const auto range = range_of(matrix.cells);
    const auto& unit = matrix.cells.front().cell->unit;
    Section section{.title = matrix_title(matrix.key, true), .lines = {}, .table = {}, .after = {}};
    if (all) section.title += " · variant " + matrix.key.variant;
    if (!all && range.whole && range.least && range.most->value <= range.least->value * alike) {
        section.lines.push_back({.text = "all " + std::to_string(matrix.cells.size()) +
                                         " pairs alike: " + format_value(range.least->value, unit) +
                                         " to " + format_value(range.most->value, unit)});
        return section;
    }
    if (!range.least) {
        section.lines.push_back({.text = "no number for any of " +
                                         std::to_string(matrix.cells.size()) +
                                         " pairs: the reasons are at the end"});
        return section;
    }
    section.title += " · " + screen_unit(unit);
    section.table = table_of(matrix, report, range);
    section.after.push_back({.text = "least " + format_value(range.least->value, unit) + " (" +
                                     pair_text(*range.least) + "), most " +
                                     format_value(range.most->value, unit) + " (" +
                                     pair_text(*range.most) + ")",
                             .tone = Tone::quiet});
    return section;
}

Section collective_section(const MatrixSummary& collective, const Report& report) {
    const int ranks = collective.key.ranks.value_or(report.identity.gpu_count);
    const double factor = bus_factor(collective.key.family, ranks);
    Section section{
        .title = matrix_title(collective.key, false),
        .lines = {},
        .table = Table{.heads = {"size", "time (µs)", "algbw (GB/s)", "busbw (GB/s)", ""},
                       .left = {false, false, false, false, true},
                       .rows = {}},
        .after = {}};
    if (report.variants.size() > 1) section.title += " · variant " + collective.key.variant;
    for (const auto& cell : collective.cells) {
        const auto& unit = cell.cell->unit;
        const double rate = static_cast<double>(cell.cell->key.bytes) / cell.value;
        const bool bad = cell.good < cell.total;
        section.table->rows.push_back(
            {{.text = size_text(cell.cell->key.bytes)},
             {.text = format_number(cell.value, unit, decimals_for(cell.value, unit))},
             {.text = format_number(rate, "B/s", 2)},
             {.text = factor > 0 ? format_number(rate * factor, "B/s", 2) : "–"},
             {.text = bad ? "✗ failed" : "", .tone = bad ? Tone::bad : Tone::plain}});
    }
    return section;
}

}  // namespace hopbench::reporting
