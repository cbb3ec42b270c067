// What every kind of transfer costs on this machine, computed once from the model.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/sim/engine/link_graph.hpp"
#include "tests/sim/engine/time.hpp"

namespace hopbench::sim {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// One way for bytes. Rates are bytes per picosecond.
struct Route {
    static constexpr int kMostResources = 14;

    Picoseconds startup = 0;         // before the first byte moves; no link is used meanwhile
    double alone_rate = kUnlimited;  // smallest capacity among the resources, and own_limit
    double own_limit = kUnlimited;   // what one transfer reaches however free the links are
    double weight = 1;               // bytes that occupy the resources, per byte transferred
    int resource_count = 0;
    std::array<std::uint16_t, kMostResources> resources{};
};

// Shared capacities: directed links, then memory of the nodes, then memory of the GPUs.
class Routes {
  public:
    // Throws ModelError for a path over more links than a Route can hold.
    explicit Routes(const MachineModel& model);

    // Capacity of every resource, bytes per picosecond.
    [[nodiscard]] const std::vector<double>& capacities() const { return capacities_; }

    // GPUs are indices, nodes positions in model.numa_nodes.
    [[nodiscard]] const Route& direct(int src, int dst) const { return direct_[pair(src, dst)]; }
    [[nodiscard]] const Route& staged(int src, int dst) const { return staged_[pair(src, dst)]; }
    [[nodiscard]] const Route& local(int gpu) const { return local_[index(gpu)]; }
    [[nodiscard]] const Route& fill(int gpu) const { return fill_[index(gpu)]; }
    [[nodiscard]] const Route& to_device(int node, int gpu) const {
        return to_device_[host(node, gpu)];
    }
    [[nodiscard]] const Route& to_host(int gpu, int node) const {
        return to_host_[host(node, gpu)];
    }
    // Unpinned memory, taken to lie on the GPU's own node.
    [[nodiscard]] const Route& pageable_to_device(int gpu) const {
        return pageable_in_[index(gpu)];
    }
    [[nodiscard]] const Route& pageable_to_host(int gpu) const { return pageable_out_[index(gpu)]; }

    // Kernel accesses to memory of a window: a GPU, or kMaxGpus + position of a node.
    // A load is a round trip, a store is posted and charged one way.
    [[nodiscard]] Picoseconds load_latency(int gpu, int window) const {
        return load_[access(gpu, window)];
    }
    [[nodiscard]] Picoseconds store_latency(int gpu, int window) const {
        return store_[access(gpu, window)];
    }
    // Bytes that a whole kernel reads or writes there; startup is 0.
    [[nodiscard]] const Route& read(int gpu, int window) const {
        return read_[access(gpu, window)];
    }
    [[nodiscard]] const Route& write(int gpu, int window) const {
        return write_[access(gpu, window)];
    }

    // Position of the node that the GPU really hangs on.
    [[nodiscard]] int node_of(int gpu) const { return node_of_[index(gpu)]; }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] std::size_t pair(int a, int b) const { return index(a * gpus_ + b); }
    [[nodiscard]] std::size_t host(int node, int gpu) const { return index(node * gpus_ + gpu); }
    static std::size_t access(int gpu, int window) {
        return index(gpu * (kMaxGpus + kMaxNodes) + window);
    }

    void add(Route& route, int resource) const;
    void add(Route& route, const Path& path) const;
    void add_node_memory(Route& route, int node) const;
    [[nodiscard]] Route scaled(Route route, double startup_ns, bool cross) const;
    [[nodiscard]] Route direct_route(int src, int dst) const;
    [[nodiscard]] Route staged_route(int src, int dst) const;
    [[nodiscard]] Route host_route(int gpu, int node, bool to_device, bool pageable) const;
    void fill_access(int gpu, int window);

    const MachineModel& model_;
    LinkGraph graph_;
    int gpus_;
    int nodes_;
    std::vector<double> capacities_;
    std::vector<int> node_of_;
    std::vector<Route> direct_, staged_, local_, fill_, to_device_, to_host_, pageable_in_,
        pageable_out_;
    std::vector<Route> read_, write_;
    std::vector<Picoseconds> load_, store_;
};

}  // namespace hopbench::sim
