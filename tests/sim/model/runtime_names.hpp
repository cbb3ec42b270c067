// Names of the public functions of the CUDA runtime, taken from the toolkit's library when the
// build is configured, and of NCCL: what api_ns may price.
#pragma once

#include <string>
#include <vector>

namespace hopbench::sim {

// Sorted by name.
const std::vector<std::string>& runtime_function_names();

// Position in runtime_function_names(), or -1.
int runtime_function_index(const std::string& name);

}  // namespace hopbench::sim
