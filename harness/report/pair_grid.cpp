#include "harness/report/pair_grid.hpp"

#include <algorithm>

#include "harness/report/report_summary.hpp"

namespace hopbench::reporting {

std::vector<Gpu> axis_of(std::vector<Gpu> gpus, const std::set<int>& indexes) {
    for (const int index : indexes)
        if (std::none_of(gpus.begin(), gpus.end(),
                         [&](const Gpu& gpu) { return gpu.index == index; })) {
            Gpu gpu;
            gpu.index = index;
            gpus.push_back(gpu);
        }
    return axis_order(std::move(gpus));
}

std::string node_text(const Gpu& gpu) {
    return gpu.numa_node ? "node " + std::to_string(*gpu.numa_node) : "node ?";
}

Table pair_grid(const std::vector<Gpu>& gpus, const std::set<int>& indexes,
                const std::function<std::optional<Phrase>(int, int)>& entry) {
    const auto axis = axis_of(gpus, indexes);
    Table table{.heads = {"", "src\\dst"}, .left = {true}, .rows = {}};
    for (std::size_t i = 0; i < axis.size(); ++i) {
        const bool begins = i == 0 || axis[i].numa_node != axis[i - 1].numa_node;
        if (i > 0 && begins) table.row_breaks.insert(i);
        if (begins) table.column_breaks.insert(2 + i);
        if (begins) table.spans.push_back({.column = 2 + i, .text = node_text(axis[i])});
        table.heads.push_back(std::to_string(axis[i].index));
        std::vector<Phrase> row{{.text = begins ? node_text(axis[i]) : "", .tone = Tone::quiet},
                                {.text = std::to_string(axis[i].index), .tone = Tone::quiet}};
        for (const auto& to : axis) {
            const bool itself = to.index == axis[i].index;
            row.push_back(entry(axis[i].index, to.index)
                              .value_or(Phrase{.text = itself ? "·" : "–", .tone = Tone::quiet}));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace hopbench::reporting
