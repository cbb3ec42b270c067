// The lines with which NCCL shows the topology it settled on.
#pragma once

#include <functional>
#include <string>

#include "tests/sim/nccl/paths.hpp"

namespace hopbench::sim::nccl {

// "=== System : maxBw 24.0 totalBw 24.0 ===", the tree below each CPU, the ways of each GPU.
void print_topology(const Topology& topology, const Paths& paths, const SayGraph& say);

}  // namespace hopbench::sim::nccl
