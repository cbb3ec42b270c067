#pragma once
#include "harness/plan/plan.hpp"

namespace hopbench {

/// Fills in the seconds of every invocation, on hardware and on the simulated stack.
void estimate(Plan& plan);

}  // namespace hopbench
