#pragma once
#include <string>
#include <vector>

#include "harness/plan/plan.hpp"

namespace hopbench {

/// Executables × policies × resolved nodes with the groups that fall there: one process has one
/// binding. Groups for which a policy has no meaning are left out with a note. Throws Error
/// (exit 4) as resolve_binding does.
[[nodiscard]] std::vector<ExecutablePlan> bound_plans(const PlanRequest& request,
                                                      std::vector<std::string>& notes);

}  // namespace hopbench
