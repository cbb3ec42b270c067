#pragma once
#include "harness/model/machine.hpp"

namespace hopbench {

/// What NVML says of the GPUs and of every pair. Loads the library and talks to the driver, which
/// can block: called in a child process with a deadline. Without the library or a driver, one
/// unreadable fact says so.
void add_nvml_facts(Machine& machine);

}  // namespace hopbench
