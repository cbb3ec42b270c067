#include "harness/report/binding_section.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hopbench::reporting {
namespace {

/// How many invocations of cells name each entry of a table.
std::vector<std::size_t> uses_of(const Report& report, std::size_t entries,
                                 std::vector<std::uint32_t> Invocations::*column) {
    std::vector<std::size_t> uses(entries);
    for (const auto& cell : report.cells)
        for (const auto index : cell.invocations.*column)
            if (index < entries) ++uses[index];
    return uses;
}

bool is_interesting(const Report& report) {
    return std::any_of(report.bindings.begin(), report.bindings.end(),
                       [](const auto& binding) { return binding.requested != "none"; }) ||
           std::any_of(report.placements.begin(), report.placements.end(),
                       [](const auto& placement) { return placement.where != "none"; });
}

}  // namespace

std::optional<Section> binding_section(const Report& report, bool all) {
    if (!all && !is_interesting(report)) return std::nullopt;
    if (report.bindings.empty() && report.placements.empty()) return std::nullopt;
    Section section{
        .title = "bindings, as requested and in effect, and host pages",
        .lines = {},
        .table = Table{.heads = {"requested", "CPUs", "memory", "said by", "measurements"},
                       .left = {true, true, true, true, false},
                       .rows = {}},
        .after = {}};
    const auto bound = uses_of(report, report.bindings.size(), &Invocations::binding);
    for (std::size_t i = 0; i < report.bindings.size(); ++i) {
        const auto& [requested, cpus, mem_nodes, source] = report.bindings[i];
        section.table->rows.push_back({{.text = requested},
                                       {.text = cpus.empty() ? "–" : cpus},
                                       {.text = mem_nodes.empty() ? "–" : mem_nodes},
                                       {.text = source},
                                       {.text = std::to_string(bound[i])}});
    }
    const auto placed = uses_of(report, report.placements.size(), &Invocations::placement);
    for (std::size_t i = 0; i < report.placements.size(); ++i) {
        const auto& where = report.placements[i].where;
        if (where == "none") continue;
        const bool unproven = where.starts_with("unverified");
        section.after.push_back({.text = fmt::format("host pages {}: {} measurement{}", where,
                                                     placed[i], placed[i] == 1 ? "" : "s"),
                                 .tone = unproven ? Tone::caution : Tone::plain});
    }
    return section;
}

}  // namespace hopbench::reporting
