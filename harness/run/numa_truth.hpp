#pragma once
#include <string>
#include <vector>

#include "harness/plan/pair_class.hpp"
#include "harness/run/run_options.hpp"
#include "harness/topology/numa_nodes.hpp"

namespace hopbench {

/// Where the GPUs are taken to be: --map, else --numa, else what the model says (`known`). Links
/// stay the model's. Throws Error: exit 2 for a bad file or address, exit 4 for entries of a map
/// that are not proven.
[[nodiscard]] Topology true_topology(const RunOptions& options, const std::vector<Gpu>& gpus,
                                     Topology known);

/// Throws Error (exit 4) where a built-in fix needs the node of a GPU that is not known.
void check_truth_for_fixes(const std::vector<Variant>& variants, const std::vector<int>& gpus,
                           const Topology& topology);

/// Throws Error (exit 4) where a built-in fix would put a GPU on a node that is not among `nodes`,
/// those of the machine; none: not known.
void check_nodes_for_fixes(const std::vector<Variant>& variants, const std::vector<int>& gpus,
                           const Topology& topology, const std::vector<NumaNodeFacts>& nodes);

}  // namespace hopbench
