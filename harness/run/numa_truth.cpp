#include "harness/run/numa_truth.hpp"

#include <algorithm>

#include "harness/model/error.hpp"
#include "harness/plan/gpu_selection.hpp"
#include "harness/topology/map_file.hpp"

namespace hopbench {

Topology true_topology(const RunOptions& options, const std::vector<Gpu>& gpus, Topology known) {
    if (!options.map.empty()) {
        known.node_of_gpu = nodes_of_map(read_map_file(options.map), gpus, options.map.string());
        known.numa_source = "--map";
    } else if (!options.numa.empty()) {
        known.node_of_gpu = parse_numa(options.numa, gpus);
        known.numa_source = "--numa";
    }
    return known;
}

void check_truth_for_fixes(const std::vector<Variant>& variants, const std::vector<int>& gpus,
                           const Topology& topology) {
    for (const auto& variant : variants) {
        if (variant.uses.empty()) continue;
        for (const int gpu : gpus)
            if (!topology.node_of_gpu.contains(gpu))
                throw unfit_error(
                    "variant " + variant.name,
                    "the true NUMA node of GPU " + std::to_string(gpu) + " is not known",
                    "state it with --numa BDF=NODE for every GPU, or --map FILE");
    }
}

void check_nodes_for_fixes(const std::vector<Variant>& variants, const std::vector<int>& gpus,
                           const Topology& topology, const std::vector<NumaNodeFacts>& nodes) {
    if (nodes.empty()) return;
    std::string known;
    for (const auto& node : nodes) known += (known.empty() ? "" : ", ") + std::to_string(node.id);
    for (const auto& variant : variants) {
        if (variant.uses.empty()) continue;
        for (const int gpu : gpus) {
            const int stated = topology.node_of_gpu.at(gpu);
            if (std::none_of(nodes.begin(), nodes.end(),
                             [&](const NumaNodeFacts& node) { return node.id == stated; }))
                throw unfit_error("variant " + variant.name,
                                  "GPU " + std::to_string(gpu) + " is on node " +
                                      std::to_string(stated) + " by " + topology.numa_source +
                                      ", and this machine has no such node",
                                  "its nodes: " + known);
        }
    }
}

}  // namespace hopbench
