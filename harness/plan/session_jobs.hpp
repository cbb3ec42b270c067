#pragma once
#include <vector>

#include "harness/plan/plan.hpp"

namespace hopbench {

/// What is tried before the blocks. Capabilities: when cases of hopbench-p2p are planned. NCCL's
/// evidence, for every variant but the control: when cases of hopbench-allreduce are planned, or
/// when a variant's treatment shows only there (topo-xml, sysfs, NCCL_* settings).
[[nodiscard]] std::vector<SessionJob> session_jobs(const PlanRequest& request,
                                                   const std::vector<ExecutablePlan>& executables);

}  // namespace hopbench
