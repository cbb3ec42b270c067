#pragma once
#include "harness/run/assembler.hpp"

namespace hopbench {

/// The report without cells and invocations: identity, setting, GPUs, variants, plan.
[[nodiscard]] Report frame_report(const Plan& plan, const MachineFacts& facts,
                                  const ReportFrame& frame);

}  // namespace hopbench
