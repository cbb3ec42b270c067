#pragma once
#include <string>

#include "harness/model/report.hpp"

namespace hopbench {

/// What every imported report is beside its numbers: one baseline variant, one invocation of `tool`
/// in one block, binding and placement unknown, no raw samples.
void frame_import(Report& report, const std::string& tool);

}  // namespace hopbench
