#include "harness/report/failure_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace hopbench::reporting {
namespace {

constexpr std::size_t failures_shown = 12;

/// Failures told in one row.
struct Alike {
    FailureSummary first;
    std::size_t cells = 1;
};

auto kind_of(const FailureSummary& failure) {
    const auto& key = failure.cell->key;
    return std::tuple(key.family, key.method, key.metric, key.variant, key.binding, failure.status,
                      failure.reason);
}

std::vector<Alike> folded(const std::vector<FailureSummary>& failures, bool all) {
    std::vector<Alike> rows;
    std::map<decltype(kind_of(failures.front())), std::size_t> known;
    for (const auto& failure : failures) {
        if (!all) {
            const auto [row, is_new] = known.emplace(kind_of(failure), rows.size());
            if (!is_new) {
                auto& [first, cells] = rows[row->second];
                ++cells;
                first.count += failure.count;
                first.total += failure.total;
                continue;
            }
        }
        rows.push_back({.first = failure});
    }
    return rows;
}

}  // namespace

std::optional<Section> failure_section(const std::vector<FailureSummary>& failures, bool all) {
    if (failures.empty()) return std::nullopt;
    const bool some_unsupported = std::any_of(
        failures.begin(), failures.end(),
        [](const FailureSummary& failure) { return failure.status == Status::not_supported; });
    Section section{
        .title = fmt::format("failed{}: {} cells or parts of cells",
                             some_unsupported ? " or not supported" : "", failures.size()),
        .lines = {},
        .table = Table{.heads = {"cell", "variant", "status", "invocations", "reason"},
                       .left = {true, true, true, false, true},
                       .rows = {}},
        .after = {}};
    const auto rows = folded(failures, all);
    const auto shown = all ? rows.size() : std::min(rows.size(), failures_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& [failure, cells] = rows[i];
        auto name = describe(failure.cell->key);
        if (cells > 1) name += fmt::format(" and {} more", cells - 1);
        section.table->rows.push_back(
            {{.text = name},
             {.text = failure.cell->key.variant},
             {.text = std::string(to_string(failure.status)),
              .tone = failure.status == Status::not_supported ? Tone::quiet : Tone::bad},
             {.text = fmt::format("{} of {}", failure.count, failure.total)},
             {.text = failure.reason}});
    }
    if (shown < rows.size())
        section.after.push_back({.text = fmt::format("and {} more", rows.size() - shown)});
    return section;
}

}  // namespace hopbench::reporting
