#pragma once
#include <optional>

#include "harness/model/report.hpp"

namespace hopbench {

/// The simulated machine under this process; none on real hardware. The simulated stack exports a
/// marker, which is looked up in the running process: no build or setting can hide it.
[[nodiscard]] std::optional<ModelIdentity> simulated_model();

}  // namespace hopbench
