// The part of /sys and /proc that programs read topology from, written out for a simulated machine.
#pragma once

#include <filesystem>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// Lays out sys/ and proc/ under root, which is created; files of an earlier layout are replaced.
// Throws std::filesystem::filesystem_error or std::runtime_error when it cannot be written.
void write_scratch_root(const MachineModel& model, const std::filesystem::path& root);

}  // namespace hopbench::sim
