#pragma once
#include <optional>
#include <span>
#include <string>

#include "harness/compare/groups.hpp"
#include "harness/model/comparison.hpp"
#include "harness/model/report.hpp"

namespace hopbench::compare {

/// θ̂, se and n of one row or group, with the critical value that its family gives it; no critical
/// value where no interval exists, and then why.
struct Evaluated {
    double theta = 0;
    double se = 0;
    int n = 0;
    std::optional<double> critical;
    std::string why_not;
    double base_log = 0, head_log = 0;  ///< mean logs of both sides, for display
};

/// The results of one row and one group: effect, interval, verdict, lean, the reason of an
/// inconclusive one. Flags and watch list are left to the caller.
[[nodiscard]] CellResult judge_cell(const Row& row, const std::string& variant,
                                    const Evaluated& evaluated);
[[nodiscard]] GroupResult judge_group(const Group& group, std::span<const Row> rows,
                                      const std::string& head, const Evaluated& evaluated);

/// Copies the cell with the largest θ into its group. `cells` has one entry a row.
void set_worst(GroupResult& result, const Group& group, std::span<const CellResult> cells);

/// "variant sysfs was not in effect: numa_node still reads -1".
[[nodiscard]] std::string not_in_effect(const Variant& variant);

/// A side was not in effect: no number of it says anything about it.
void mark_not_applied(Contrast& contrast, const std::string& evidence);

/// Two-sided p of θ = 0 with `df` degrees of freedom (0: normal), for the watch list. A θ within
/// rounding gives 1; else a zero se gives 0.
[[nodiscard]] double watch_p(double theta, double se, double df);

}  // namespace hopbench::compare
