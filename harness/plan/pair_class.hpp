#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/cell_key.hpp"

namespace hopbench {

/// A link of the machine between "gpu0", "node1", "switch2".
struct Link {
    std::string a, b;
};

/// What is known about where the GPUs are.
struct Topology {
    std::map<int, int> node_of_gpu;  ///< true NUMA node; a GPU is absent where it is not known
    std::string numa_source;         ///< "model", "--numa", "--map"; empty where nothing is known
    std::vector<Link> links;         ///< empty where not known
};

/// nvlink: a link from GPU to GPU; same-switch: both hang on one switch; else by NUMA node, and
/// unknown-numa where one of the nodes is not known.
[[nodiscard]] PairClass classify_pair(const Topology& topology, int src, int dst);

/// host-local or host-remote by the GPU's true node; unknown-numa where that is not known or the
/// buffer's node is not given.
[[nodiscard]] PairClass classify_host_copy(const Topology& topology, int gpu,
                                           std::optional<int> node);

/// "GPU 0-3 on node 1, 4-7 on node 0 (model)"; empty where nothing is known.
[[nodiscard]] std::string describe_numa(const Topology& topology);

}  // namespace hopbench
