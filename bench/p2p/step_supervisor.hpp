#pragma once
#include "bench/common/isolated.hpp"

namespace hopbench {

/// The machine as a child of this executable sees it. Throws Error: exit 4 where it sees no device
/// or does not answer.
[[nodiscard]] SamplesHeader describe_in_child();

/// Tries capability steps in children, one a source GPU and one more after each that was lost. A
/// step that does not end is `hung`, one that takes its process with it `crashed`; where the
/// process cannot be ended it is `wedged` and its GPUs are left alone from then on.
void run_steps(const IsolatedRequest& request, const std::function<void(CaseRecord&&)>& done);

}  // namespace hopbench
