#pragma once
#include <string>

#include "bench/common/machine.hpp"

namespace hopbench {

/// hopbench.probe/1: what the CUDA runtime says about devices and peers, one line of JSON.
[[nodiscard]] std::string probe_json(const Machine& machine);

}  // namespace hopbench
