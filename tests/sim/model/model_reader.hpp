// Reads and checks a machine model (schema hopbench.machine-model/1).
#pragma once

#include <string>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// file: path of the model; assignments: HOPBENCH_SIM_SET, may be empty.
// Throws ModelError: unreadable file, malformed JSON, a field that is unknown, missing, of the
// wrong type or out of range, an unreachable GPU, a device name that does not start with SIMULATED.
MachineModel read_model(const std::string& file, const std::string& assignments);

// The same from the file's bytes; file is only remembered.
MachineModel parse_model(const std::string& bytes, const std::string& file,
                         const std::string& assignments);

}  // namespace hopbench::sim
