#include "harness/run/numa_truth.hpp"

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

}  // namespace hopbench
