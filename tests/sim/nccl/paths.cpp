#include "tests/sim/nccl/paths.hpp"

#include <algorithm>
#include <limits>

#include "tests/sim/nccl/init_failure.hpp"
#include "tests/sim/nccl/topology_words.hpp"

namespace hopbench::sim::nccl {
namespace {

bool forwards(const TopoNode& node) {
    return node.type == NodeType::pci || node.type == NodeType::cpu || node.type == NodeType::nvs;
}

PathType step_type(const TopoNode& from, const TopoLink& link) {
    const auto& to = *link.to;
    switch (link.type) {
        case LinkType::nvl:
            return PathType::nvl;
        case LinkType::sys:
            return PathType::sys;
        case LinkType::pci:
            if (from.type == NodeType::cpu || to.type == NodeType::cpu) return PathType::phb;
            return from.type == NodeType::pci && to.type == NodeType::pci ? PathType::pxb
                                                                          : PathType::pix;
        default:
            return PathType::loc;
    }
}

// Adds the links of a path to another one, which need not end where this one starts.
TopoPath joined(const TopoPath& first, const TopoPath& second) {
    TopoPath path = first;
    path.links.insert(path.links.end(), second.links.begin(), second.links.end());
    path.type = std::max(first.type, second.type);
    path.gbps = std::min(first.gbps, second.gbps);
    return path;
}

// The nearest of the CPUs with this numaid.
TopoPath way_to_cpu(const Topology& topology, const TopoNode& gpu, std::int64_t numa) {
    TopoPath best;
    for (const auto* cpu : topology.of(NodeType::cpu)) {
        if (cpu->id != numa) continue;
        auto path = shortest_path(gpu, *cpu);
        if (path.type == PathType::dis) continue;
        if (best.type == PathType::dis || path.links.size() < best.links.size())
            best = std::move(path);
    }
    return best;
}

}  // namespace

TopoPath shortest_path(const TopoNode& from, const TopoNode& to) {
    std::map<const TopoNode*, TopoPath> reached;
    reached[&from] = {.type = PathType::loc, .gbps = kLocalGbps};
    std::vector<const TopoNode*> ring{&from};
    while (!ring.empty() && !reached.contains(&to)) {
        std::vector<const TopoNode*> next;
        for (const auto* node : ring) {
            if (node != &from && !forwards(*node)) continue;
            for (const auto& link : node->links) {
                auto path = reached.at(node);
                path.links.push_back(&link);
                path.type = std::max(path.type, step_type(*node, link));
                path.gbps = std::min(path.gbps, link.gbps);
                const auto known = reached.find(link.to);
                if (known == reached.end())
                    next.push_back(link.to);
                else if (known->second.links.size() < path.links.size() ||
                         known->second.gbps >= path.gbps)
                    continue;
                reached[link.to] = std::move(path);
            }
        }
        ring = std::move(next);
    }
    const auto found = reached.find(&to);
    return found == reached.end() ? TopoPath{} : found->second;
}

const TopoNode& Paths::local_cpu(const Topology& topology, const TopoNode& gpu) {
    const TopoNode* nearest = nullptr;
    std::size_t hops = std::numeric_limits<std::size_t>::max();
    for (const auto* cpu : topology.of(NodeType::cpu)) {
        const auto path = shortest_path(gpu, *cpu);
        if (path.type == PathType::dis || path.links.size() >= hops) continue;
        nearest = cpu;
        hops = path.links.size();
    }
    if (nearest == nullptr)
        throw InitFailure(kInternalError, "graph/paths.cc:171",
                          "Error : could not find CPU close to GPU " + std::to_string(gpu.dev));
    return *topology.find(NodeType::cpu, nearest->id);
}

Paths::Paths(const Topology& topology, PathType peer_level,
             const std::function<bool(int, int)>& granted) {
    for (const auto* from : topology.of(NodeType::gpu))
        for (const auto* to : topology.of(NodeType::gpu)) {
            auto& pair = pairs_[{from, to}];
            pair.path = shortest_path(*from, *to);
            if (from == to) {
                pair.peer = true;
                continue;
            }
            const bool near = pair.path.type <= peer_level;
            pair.peer = near && granted(from->rank, to->rank);
            if (near && !pair.peer && pair.path.type < PathType::sys)
                refused_.emplace_back(from->dev, to->dev);
            if (pair.peer) continue;
            const auto& cpu = local_cpu(topology, *to);
            pair.path = joined(way_to_cpu(topology, *from, cpu.id), shortest_path(cpu, *to));
        }
}

const TopoPath& Paths::between(const TopoNode& from, const TopoNode& to) const {
    return pairs_.at({&from, &to}).path;
}

bool Paths::peer(const TopoNode& from, const TopoNode& to) const {
    return pairs_.at({&from, &to}).peer;
}

}  // namespace hopbench::sim::nccl
