// Consistency of a model whose fields are each well-formed.
#pragma once

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// Throws ModelError: duplicate ids or addresses, a node or GPU that is named but not there, a
// malformed address, UUID or CPU list, an unmarked device name, an unknown function in api_ns, a
// GPU without a way to a node.
void check_model(const MachineModel& model);

}  // namespace hopbench::sim
