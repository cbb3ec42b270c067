#include "tests/sim/nccl/ring_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "tests/sim/nccl/topology_words.hpp"

namespace hopbench::sim::nccl {
namespace {

constexpr int kMostChannels = 32;       // half of what a communicator may have
constexpr double kMostThroughCpu = 30;  // GB/s of a channel
constexpr double kFallbackGbps = 0.1;
constexpr double kSlowestWorthTrying = 0.49;  // of the best speed so far
constexpr double kRounding = 1e-6;  // of a quotient, where a decimal fraction is not exact

std::span<const double> speeds_of(int sm) {
    static constexpr double kOld[] = {40, 30, 20, 18, 15, 12, 10, 9, 7, 6, 5, 4, 3};
    static constexpr double kSm90[] = {60, 50, 40, 30, 24, 20, 15, 12, 11, 6, 3};
    static constexpr double kSm100[] = {90, 80, 70, 60, 50, 45, 40, 30, 24, 20, 19, 18};
    if (sm >= 100) return kSm100;
    return sm >= 90 ? std::span<const double>(kSm90) : std::span<const double>(kOld);
}

int lowest_sm(const Topology& topology) {
    const auto& gpus = topology.of(NodeType::gpu);
    return (*std::min_element(gpus.begin(), gpus.end(),
                              [](const auto* a, const auto* b) { return a->sm < b->sm; }))
        ->sm;
}

// From the CPU down to the GPU.
std::vector<const TopoNode*> chain_of(const TopoNode& gpu) {
    std::vector<const TopoNode*> chain;
    const TopoNode* node = &gpu;
    while (node->type != NodeType::cpu) {
        chain.push_back(node);
        const auto up = std::find_if(
            node->links.rbegin(), node->links.rend(),
            [](const TopoLink& link) { return link.type == LinkType::pci; });  // the way up is last
        if (up == node->links.rend()) break;
        node = up->to;
    }
    chain.push_back(node);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

std::vector<int> grouped_order(const Topology& topology, int ranks) {
    std::map<std::vector<const TopoNode*>, int> first;  // by the way down to there
    std::vector<std::pair<std::vector<int>, int>> keyed;
    for (int rank = 0; rank < ranks; ++rank) {
        std::vector<const TopoNode*> way;
        std::vector<int> key;
        for (const auto* node : chain_of(topology.gpu_of_rank(rank))) {
            way.push_back(node);
            key.push_back(first.emplace(way, rank).first->second);
        }
        keyed.emplace_back(std::move(key), rank);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<int> order;
    for (const auto& [key, rank] : keyed) order.push_back(rank);
    return order;
}

// The links that one channel uses, and how often.
struct Load {
    std::map<const TopoLink*, int> uses = {};
    PathType type = PathType::loc;

    Load(const Topology& topology, const Paths& paths, const std::vector<int>& order,
         std::size_t edges) {
        for (std::size_t i = 0; i < edges; ++i) {
            const auto& path = paths.between(topology.gpu_of_rank(order[i]),
                                             topology.gpu_of_rank(order[(i + 1) % order.size()]));
            type = std::max(type, path.type);
            for (const auto* link : path.links) ++uses[link];
        }
    }

    [[nodiscard]] int channels_at(double speed) const {
        if (type >= PathType::phb && speed > kMostThroughCpu) return 0;
        int most = kMostChannels;
        for (const auto& [link, times] : uses)
            most = std::min(most,
                            static_cast<int>(std::floor(link->gbps / (times * speed) + kRounding)));
        return most;
    }
};

void fall_back(ChannelGraph& graph, std::size_t ranks) {
    graph.channels = 1;
    graph.gbps = kFallbackGbps;
    graph.type = PathType::sys;
    graph.fell_back = true;
    graph.order.resize(ranks);
    std::iota(graph.order.begin(), graph.order.end(), 0);
}

}  // namespace

ChannelGraph search_ring(const Topology& topology, const Paths& paths, int ranks) {
    ChannelGraph ring{.order = grouped_order(topology, ranks)};
    const std::size_t edges = ranks > 1 ? ring.order.size() : 0;
    const Load load(topology, paths, ring.order, edges);
    ring.type = load.type;
    for (const double speed : speeds_of(lowest_sm(topology))) {
        if (ring.channels > 0 && speed <= kSlowestWorthTrying * ring.gbps) break;
        const int channels = load.channels_at(speed);
        if (channels * speed <= ring.channels * ring.gbps) continue;
        ring.channels = channels;
        ring.gbps = speed;
    }
    if (ring.channels == 0) fall_back(ring, static_cast<std::size_t>(ranks));
    return ring;
}

ChannelGraph search_tree(const Topology& topology, const Paths& paths, const ChannelGraph& ring) {
    ChannelGraph tree{.id = 1, .pattern = kPatternBalancedTree};
    tree.order = grouped_order(topology, static_cast<int>(ring.order.size()));
    const Load load(topology, paths, tree.order, tree.order.size() - 1);
    tree.type = load.type;
    for (const double speed : speeds_of(lowest_sm(topology))) {
        if (load.channels_at(speed) < ring.channels) continue;
        tree.channels = ring.channels;
        tree.gbps = speed;
        return tree;
    }
    fall_back(tree, ring.order.size());
    return tree;
}

double fastest_path(const Topology& topology, const Paths& paths) {
    const auto& gpus = topology.of(NodeType::gpu);
    if (gpus.size() == 1) return kLocalGbps;
    double fastest = 0;
    for (const auto* from : gpus)
        for (const auto* to : gpus)
            if (from != to) fastest = std::max(fastest, paths.between(*from, *to).gbps);
    return fastest;
}

double fastest_port(const Topology& topology) {
    const auto& gpus = topology.of(NodeType::gpu);
    if (gpus.size() == 1) return kLocalGbps;
    double fastest = 0;
    for (const auto* gpu : gpus) {
        double nvlinks = 0;
        double pci = 0;
        for (const auto& link : gpu->links)
            (link.type == LinkType::nvl ? nvlinks : pci) += link.gbps;
        fastest = std::max({fastest, nvlinks, pci});
    }
    return fastest;
}

}  // namespace hopbench::sim::nccl
