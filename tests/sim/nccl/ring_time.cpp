#include "tests/sim/nccl/ring_time.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "tests/sim/engine/link_graph.hpp"

namespace hopbench::sim::nccl {
namespace {

struct Edge {
    Path path;
    double own_limit_gbps = std::numeric_limits<double>::infinity();
};

Path joined(const Path& first, const Path& second) {
    Path both = first;
    both.links.insert(both.links.end(), second.links.begin(), second.links.end());
    both.latency_ns += second.latency_ns;
    both.gbps = std::min(both.gbps, second.gbps);
    return both;
}

// Peer to peer where NCCL decided so and there is a way, else through memory of the source's node.
Edge edge_between(const MachineModel& model, const LinkGraph& graph, int src, int dst,
                  bool peer_to_peer) {
    if (peer_to_peer)
        if (auto path = graph.path(graph.gpu(src), graph.gpu(dst))) return {.path = *path};
    const int node = model.node_index(model.gpus[static_cast<std::size_t>(src)].true_numa);
    return {.path = joined(*graph.path(graph.gpu(src), graph.node(node)),
                           *graph.path(graph.node(node), graph.gpu(dst))),
            .own_limit_gbps = model.copy.staged_gbps};
}

struct Demand {
    double steps;
    double volume;  // bytes through every edge
};

Demand demand_of(CollectiveKind kind, double ranks, double bytes) {
    switch (kind) {
        case CollectiveKind::all_reduce:
            return {2 * (ranks - 1), 2 * (ranks - 1) / ranks * bytes};
        case CollectiveKind::reduce_scatter:
        case CollectiveKind::all_gather:
            return {ranks - 1, (ranks - 1) / ranks * bytes};
        case CollectiveKind::broadcast:
        case CollectiveKind::reduce:
            break;
    }
    return {ranks - 1, bytes};
}

}  // namespace

const char* name_of(CollectiveKind kind) {
    switch (kind) {
        case CollectiveKind::all_reduce:
            return "AllReduce";
        case CollectiveKind::reduce_scatter:
            return "ReduceScatter";
        case CollectiveKind::all_gather:
            return "AllGather";
        case CollectiveKind::broadcast:
            return "Broadcast";
        case CollectiveKind::reduce:
            break;
    }
    return "Reduce";
}

RingTime::RingTime(const MachineModel& model, const Decision& decision,
                   const std::vector<int>& gpu_of_rank)
    : costs_(model.nccl),
      decision_(decision),
      ranks_(static_cast<int>(gpu_of_rank.size())),
      memory_gbps_(model.gpus.at(static_cast<std::size_t>(gpu_of_rank.front())).memory_gbps) {
    if (ranks_ > 1) measure_ring(model, gpu_of_rank);
}

void RingTime::measure_ring(const MachineModel& model, const std::vector<int>& gpu_of_rank) {
    const LinkGraph graph(model);
    std::vector<Edge> edges;
    std::map<int, int> users;  // by directed link: edges that use it
    bool crosses = false;
    for (std::size_t i = 0; i < decision_.ring.size(); ++i) {
        const auto next = decision_.ring[(i + 1) % decision_.ring.size()];
        const int src = gpu_of_rank.at(static_cast<std::size_t>(decision_.ring[i]));
        const int dst = gpu_of_rank.at(static_cast<std::size_t>(next));
        edges.push_back(edge_between(model, graph, src, dst, decision_.p2p_edge.at(i)));
        for (const int link : edges.back().path.links) ++users[link];
        crosses |= model.gpus[static_cast<std::size_t>(src)].true_numa !=
                   model.gpus[static_cast<std::size_t>(dst)].true_numa;
    }
    ring_gbps_ = std::numeric_limits<double>::infinity();
    for (const auto& edge : edges) {
        hop_ns_ = std::max(hop_ns_, edge.path.latency_ns);
        ring_gbps_ = std::min(ring_gbps_, edge.own_limit_gbps);
        for (const int link : edge.path.links)
            ring_gbps_ = std::min(
                ring_gbps_, model.links[static_cast<std::size_t>(link / 2)].gbps / users[link]);
    }
    const auto& scale = model.scale;
    latency_scale_ = scale.latency * (crosses ? scale.cross_numa_latency : 1);
    bandwidth_scale_ = scale.bandwidth * (crosses ? scale.cross_numa_bandwidth : 1);
}

double RingTime::duration_ns(CollectiveKind kind, std::uint64_t bytes) const {
    const auto size = static_cast<double>(bytes);
    if (ranks_ == 1) return costs_.base_ns + 2 * size / memory_gbps_;
    const auto demand = demand_of(kind, ranks_, size);
    const bool ll = proto_of(decision_, bytes) == Protocol::ll;
    const double step = ll ? costs_.ll_step_ns : costs_.simple_step_ns;
    const double efficiency = ll ? costs_.ll_efficiency : costs_.simple_efficiency;
    const double rate = std::min(decision_.channels * costs_.channel_gbps, ring_gbps_);
    return latency_scale_ * (costs_.base_ns + demand.steps * (step + hop_ns_)) +
           demand.volume / (rate * efficiency * bandwidth_scale_);
}

}  // namespace hopbench::sim::nccl
