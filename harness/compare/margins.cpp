#include "harness/compare/margins.hpp"

#include <cmath>
#include <string>

#include "harness/model/error.hpp"

namespace hopbench::compare {

std::string_view to_string(Statistic statistic) noexcept {
    return statistic == Statistic::median ? "median" : "p99";
}

MarginKind margin_kind_of(const Cell& cell, Statistic statistic) noexcept {
    if (statistic == Statistic::p99) return MarginKind::p99;
    if (cell.margin_kind == MarginKind::bandwidth && band_of(cell.key.bytes) != Band::large)
        return MarginKind::latency;
    return cell.margin_kind;
}

std::map<MarginKind, double> resolve_margins(const Report& report, const CompareOptions& options) {
    std::map<MarginKind, double> margins = default_margins();
    for (const auto& [kind, epsilon] : report.margins) margins[kind] = epsilon;
    for (const auto& [kind, epsilon] : options.margins) margins[kind] = epsilon;
    for (const auto& [kind, epsilon] : margins)
        if (!std::isfinite(epsilon) || epsilon < 0)
            throw usage_error("margin " + std::string(hopbench::to_string(kind)),
                              "it is not a number of at least 0", "state a percentage, 0 allowed");
    return margins;
}

double delta_of(const std::map<MarginKind, double>& margins, MarginKind kind) {
    return std::log1p(margins.at(kind));
}

}  // namespace hopbench::compare
