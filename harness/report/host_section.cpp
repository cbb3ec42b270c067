#include "harness/report/host_section.hpp"

#include <cmath>
#include <map>
#include <set>

#include "harness/report/format_value.hpp"
#include "harness/report/matrix_section.hpp"
#include "harness/report/pair_grid.hpp"

namespace hopbench::reporting {
namespace {

/// Columns: buffers on no chosen node first.
using Node = std::optional<int>;

int gpu_of(const CellKey& key) {
    return key.src ? *key.src : key.dst.value_or(0);
}

const char* mark_of(PairClass pair_class) {
    if (pair_class == PairClass::host_local) return " local";
    return pair_class == PairClass::host_remote ? " remote" : "";
}

Phrase entry_of(const CellSummary& cell, int decimals) {
    if (cell.good == 0 || !std::isfinite(cell.value)) return {.text = "✗", .tone = Tone::bad};
    auto text = format_number(cell.value, cell.cell->unit, decimals);
    if (cell.good < cell.total) text += "*";
    return {.text = text + mark_of(cell.cell->pair_class)};
}

}  // namespace

Section host_section(const MatrixSummary& copies, const Report& report, bool all) {
    std::map<std::pair<int, Node>, const CellSummary*> cells;
    std::set<int> gpus;
    std::set<Node> nodes;
    double least = std::numeric_limits<double>::quiet_NaN();
    for (const auto& cell : copies.cells) {
        const auto& key = cell.cell->key;
        cells[{gpu_of(key), key.host_node}] = &cell;
        gpus.insert(gpu_of(key));
        nodes.insert(key.host_node);
        least = std::fmin(least, cell.value);
    }
    const auto& unit = copies.cells.front().cell->unit;
    auto key = copies.key;
    key.host_node.reset();
    Section section{.title = matrix_title(key, true) + " · " + screen_unit(unit),
                    .lines = {},
                    .table = Table{.heads = {"", "GPU"}, .left = {true}, .rows = {}},
                    .after = {}};
    if (all) section.title += " · variant " + key.variant;
    for (const auto& node : nodes)
        section.table->heads.push_back(node ? "host node " + std::to_string(*node)
                                       : key.family == "hostcopy" ? "own policy"
                                                                  : "value");
    const Gpu* before = nullptr;
    const auto axis = axis_of(report.gpus, gpus);
    for (const auto& gpu : axis) {
        if (!gpus.contains(gpu.index)) continue;
        const bool begins = !before || before->numa_node != gpu.numa_node;
        std::vector<Phrase> row{{.text = begins ? node_text(gpu) : "", .tone = Tone::quiet},
                                {.text = std::to_string(gpu.index), .tone = Tone::quiet}};
        for (const auto& node : nodes) {
            const auto found = cells.find({gpu.index, node});
            row.push_back(found == cells.end()
                              ? Phrase{.text = "–", .tone = Tone::quiet}
                              : entry_of(*found->second, decimals_for(least, unit)));
        }
        section.table->rows.push_back(std::move(row));
        before = &gpu;
    }
    return section;
}

}  // namespace hopbench::reporting
