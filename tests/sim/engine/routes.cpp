#include "tests/sim/engine/routes.hpp"

#include <algorithm>

#include "tests/sim/engine/planted.hpp"
#include "tests/sim/model/model_error.hpp"

namespace hopbench::sim {
namespace {

constexpr double kHostLoadNs = 100;  // a load of host memory beyond the way there and back

double per_ps(double gbps) {
    return gbps / 1000.0;
}

}  // namespace

Routes::Routes(const MachineModel& model)
    : model_(model),
      graph_(model),
      gpus_(model.gpu_count()),
      nodes_(static_cast<int>(model.numa_nodes.size())) {
    for (const auto& link : model.links)
        capacities_.insert(capacities_.end(), 2, per_ps(link.gbps));
    for (const auto& node : model.numa_nodes) capacities_.push_back(per_ps(node.memory_gbps));
    for (const auto& gpu : model.gpus) capacities_.push_back(per_ps(gpu.memory_gbps));
    for (const auto& gpu : model.gpus) node_of_.push_back(model.node_index(gpu.true_numa));

    const auto accesses = index(gpus_ * (kMaxGpus + kMaxNodes));
    read_.resize(accesses);
    write_.resize(accesses);
    load_.resize(accesses);
    store_.resize(accesses);
    const int gpu_memory = static_cast<int>(capacities_.size()) - gpus_;
    for (int a = 0; a < gpus_; ++a) {
        const auto& gpu = model.gpus[index(a)];
        for (int b = 0; b < gpus_; ++b) {
            direct_.push_back(a == b ? Route{} : direct_route(a, b));
            staged_.push_back(a == b ? Route{} : staged_route(a, b));
            fill_access(a, b);
        }
        for (int node = 0; node < nodes_; ++node) fill_access(a, kMaxGpus + node);
        const double latency = HOPBENCH_PLANTED(8) ? 0 : gpu.memory_latency_ns;
        // A copy inside one GPU reads and writes the same memory: two bytes of traffic per byte.
        Route local{.startup = to_ps(model.copy.engine_startup_ns + latency),
                    .weight = HOPBENCH_PLANTED(7) ? 1.0 : 2.0};
        add(local, gpu_memory + a);
        local_.push_back(local);
        Route fill{.startup = to_ps(model.copy.engine_startup_ns)};
        add(fill, gpu_memory + a);
        fill_.push_back(fill);
        pageable_in_.push_back(host_route(a, node_of(a), true, true));
        pageable_out_.push_back(host_route(a, node_of(a), false, true));
    }
    for (int node = 0; node < nodes_; ++node)
        for (int gpu = 0; gpu < gpus_; ++gpu) {
            to_device_.push_back(host_route(gpu, node, true, false));
            to_host_.push_back(host_route(gpu, node, false, false));
        }
}

void Routes::add(Route& route, int resource) const {
    if (route.resource_count == Route::kMostResources)
        throw ModelError("links",
                         "a path has more than " + std::to_string(Route::kMostResources) + " links",
                         "describe fewer switches in a row");
    route.resources.at(index(route.resource_count++)) = static_cast<std::uint16_t>(resource);
    route.alone_rate = std::min(route.alone_rate, capacities_.at(index(resource)));
}

void Routes::add(Route& route, const Path& path) const {
    for (const int link : path.links) add(route, HOPBENCH_PLANTED(15) ? link & ~1 : link);
}

void Routes::add_node_memory(Route& route, int node) const {
    if (!HOPBENCH_PLANTED(12)) add(route, 2 * static_cast<int>(model_.links.size()) + node);
}

Route Routes::scaled(Route route, double startup_ns, bool cross) const {
    const auto& scale = model_.scale;
    if (HOPBENCH_PLANTED(11)) cross = false;
    const double latency = scale.latency * (cross ? scale.cross_numa_latency : 1.0);
    const double bandwidth = scale.bandwidth * (cross ? scale.cross_numa_bandwidth : 1.0);
    route.startup = to_ps(startup_ns * latency);
    route.weight = HOPBENCH_PLANTED(14) ? bandwidth : 1.0 / bandwidth;
    return route;
}

Route Routes::direct_route(int src, int dst) const {
    // GPUs of different fabrics may have no way between them; the bytes then go through host
    // memory.
    const auto path = graph_.path(graph_.gpu(src), graph_.gpu(dst));
    if (!path) return staged_route(src, dst);
    Route route;
    add(route, *path);
    return scaled(route, model_.copy.engine_startup_ns + path->latency_ns,
                  node_of(src) != node_of(dst));
}

Route Routes::staged_route(int src, int dst) const {
    const int node = node_of(HOPBENCH_PLANTED(13) ? dst : src);
    const auto out = graph_.path(graph_.gpu(src), graph_.node(node));
    const auto in = graph_.path(graph_.node(node), graph_.gpu(dst));
    Route route{.alone_rate = per_ps(model_.copy.staged_gbps),
                .own_limit = per_ps(model_.copy.staged_gbps)};
    add(route, *out);
    add(route, *in);
    add_node_memory(route, node);
    if (HOPBENCH_PLANTED(3))
        route.own_limit = route.alone_rate = std::max(out->gbps, in->gbps) / 1000.0;
    return scaled(route, model_.copy.staged_startup_ns + out->latency_ns + in->latency_ns,
                  node_of(src) != node_of(dst));
}

Route Routes::host_route(int gpu, int node, bool to_device, bool pageable) const {
    const auto path = to_device ? graph_.path(graph_.node(node), graph_.gpu(gpu))
                                : graph_.path(graph_.gpu(gpu), graph_.node(node));
    Route route;
    if (pageable) route.own_limit = route.alone_rate = per_ps(model_.copy.staged_gbps);
    add(route, *path);
    add_node_memory(route, node);
    return scaled(route, model_.copy.engine_startup_ns + path->latency_ns, node_of(gpu) != node);
}

void Routes::fill_access(int gpu, int window) {
    const auto& own = model_.gpus[index(gpu)];
    const auto slot = access(gpu, window);
    const int gpu_memory = static_cast<int>(capacities_.size()) - gpus_;
    if (window == gpu) {
        load_[slot] = to_ps(own.memory_latency_ns);
        store_[slot] = to_ps(own.memory_latency_ns / 4);
        add(read_[slot], gpu_memory + gpu);
        write_[slot] = read_[slot];
        return;
    }
    const bool host = window >= kMaxGpus;
    const int there = host ? graph_.node(window - kMaxGpus) : graph_.gpu(window);
    const auto out = graph_.path(graph_.gpu(gpu), there);
    const auto back = graph_.path(there, graph_.gpu(gpu));
    if (!out || !back) return;  // never granted: such GPUs cannot map each other's memory
    const double memory_ns = host ? kHostLoadNs : model_.gpus[index(window)].memory_latency_ns;
    load_[slot] = to_ps(2 * out->latency_ns + memory_ns);
    store_[slot] = to_ps(out->latency_ns);
    add(write_[slot], *out);
    add(read_[slot], *back);
    if (host) {
        add_node_memory(write_[slot], window - kMaxGpus);
        add_node_memory(read_[slot], window - kMaxGpus);
    }
}

}  // namespace hopbench::sim
