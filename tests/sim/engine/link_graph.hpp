// The machine's links as a graph, and least-latency paths over it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

struct Path {
    std::vector<int> links = {};  // directed: 2·i is model.links[i] from a to b, 2·i+1 from b to a
    double latency_ns = 0;        // sum over the links
    double gbps = 0;              // smallest capacity on the way; infinite for an empty path
};

class LinkGraph {
  public:
    // Throws ModelError for a link end that is neither gpuN (index), nodeN (id) nor switchN.
    explicit LinkGraph(const MachineModel& model);

    [[nodiscard]] int gpu(int index) const { return index; }
    // index: position in model.numa_nodes.
    [[nodiscard]] int node(int index) const { return gpu_count_ + index; }

    // Least latency; among equals fewer links, then the vertex described earlier. GPUs forward
    // nothing. Nothing when there is no way.
    [[nodiscard]] std::optional<Path> path(int from, int to) const;

  private:
    struct Edge {
        int to;
        int link;
        double latency_ns;
        double gbps;
    };
    int vertex(const MachineModel& model, const std::string& name, const std::string& field);

    int gpu_count_;
    std::vector<std::vector<Edge>> edges_;
    std::map<std::string, int> switches_;
};

}  // namespace hopbench::sim
