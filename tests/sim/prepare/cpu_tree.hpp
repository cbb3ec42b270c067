// sys/devices/system of a scratch root: CPUs and memory nodes.
#pragma once

#include <filesystem>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// sys: the scratch root's sys folder. A node is a package; its CPUs are cores with one thread each.
void write_cpu_tree(const MachineModel& model, const std::filesystem::path& sys);

}  // namespace hopbench::sim
