#pragma once
#include <string_view>
#include <vector>

#include "harness/plan/plan.hpp"

namespace hopbench {

/// Groups of one executable that match the request's pattern: one for every pair, GPU or set of
/// ranks, by size and then in the catalogue's order of methods.
[[nodiscard]] std::vector<CaseGroup> case_groups(const PlanRequest& request,
                                                 std::string_view executable);

/// Does a case of the request's pattern depend on which NUMA nodes there are?
[[nodiscard]] bool has_node_axis(const PlanRequest& request);

/// Cases of the methods that are tried once a run, by pair in the order of the catalogue; whatever
/// the request's pattern is.
[[nodiscard]] std::vector<PlannedCase> once_cases(const PlanRequest& request,
                                                  std::string_view executable);

}  // namespace hopbench
