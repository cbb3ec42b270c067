// sys/devices/pci* and sys/bus/pci of a scratch root: host bridges, root ports, GPUs.
#pragma once

#include <filesystem>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// sys: the scratch root's sys folder.
void write_pci_tree(const MachineModel& model, const std::filesystem::path& sys);

}  // namespace hopbench::sim
