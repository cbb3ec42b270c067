// The kernels that the loaded packs contain.
#pragma once

#include <string>

#include "tests/sim/engine/device_abi.hpp"

namespace hopbench::sim {

// Nothing when no loaded pack contains it. A kernel in an unnamed namespace is found by its
// signature without that namespace.
const KernelDefinition* find_kernel(const std::string& mangled_name);

}  // namespace hopbench::sim
