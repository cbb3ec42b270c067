// Reads one entry of a model's "faults".
#pragma once

#include "tests/sim/model/json_cursor.hpp"
#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// Throws ModelError for an unknown type, a missing or unknown parameter, a GPU that the machine
// does not have.
FaultModel read_fault(const JsonCursor& from, int gpu_count);

}  // namespace hopbench::sim
