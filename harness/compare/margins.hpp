#pragma once
#include <map>
#include <string_view>

#include "harness/compare/compare.hpp"
#include "harness/model/cell.hpp"

namespace hopbench::compare {

/// What of an invocation's samples is compared: their centre, or their tail as its own metric.
enum class Statistic { median, p99 };
[[nodiscard]] std::string_view to_string(Statistic statistic) noexcept;

/// The margin a cell is judged by: p99 for the tail; a bandwidth up to 1 MiB, where latency
/// dominates it, takes the latency margin; else the cell's own kind.
[[nodiscard]] MarginKind margin_kind_of(const Cell& cell, Statistic statistic) noexcept;

/// ε by kind: the defaults, over them what the report recorded, over them the options.
/// Throws usage_error for a negative or non-finite ε.
[[nodiscard]] std::map<MarginKind, double> resolve_margins(const Report& report,
                                                           const CompareOptions& options);

/// δ = log(1 + ε).
[[nodiscard]] double delta_of(const std::map<MarginKind, double>& margins, MarginKind kind);

}  // namespace hopbench::compare
