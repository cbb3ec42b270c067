#pragma once
#include <map>
#include <string>

#include "harness/run/run_options.hpp"
#include "harness/run/session.hpp"

namespace hopbench {

/// Everything that must be equal for --resume, by the name under which the user knows it. Not in
/// it: what changes no number (--jobs, --deadline, -o).
[[nodiscard]] std::map<std::string, std::string> resume_options(const RunOptions& options,
                                                                const Plan& plan,
                                                                const ReportFrame& frame);

}  // namespace hopbench
