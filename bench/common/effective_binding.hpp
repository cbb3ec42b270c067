#pragma once
#include <string>

#include "harness/model/report.hpp"

namespace hopbench {

/// CPUs and memory policy this process really has, next to what was asked for. `simulated`: the
/// answers come from the model ("source": "model") and say nothing about this machine.
[[nodiscard]] BindingRecord effective_binding(const std::string& requested, bool simulated);

}  // namespace hopbench
