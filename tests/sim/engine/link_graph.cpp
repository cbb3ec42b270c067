#include "tests/sim/engine/link_graph.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "tests/sim/engine/planted.hpp"
#include "tests/sim/model/model_error.hpp"

namespace hopbench::sim {
namespace {

// The number after a prefix, e.g. 3 of "gpu3"; nothing when the name is of another form.
std::optional<int> numbered(const std::string& name, const std::string& prefix) {
    if (name.rfind(prefix, 0) != 0 || name.size() == prefix.size() ||
        name.size() > prefix.size() + 4)
        return std::nullopt;
    const auto digits = name.substr(prefix.size());
    if (digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    return std::stoi(digits);
}

}  // namespace

LinkGraph::LinkGraph(const MachineModel& model)
    : gpu_count_(model.gpu_count()), edges_(model.gpus.size() + model.numa_nodes.size()) {
    for (std::size_t i = 0; i < model.links.size(); ++i) {
        const auto& link = model.links[i];
        const auto field = "links." + std::to_string(i);
        const int a = vertex(model, link.a, field + ".a");
        const int b = vertex(model, link.b, field + ".b");
        if (a == b) throw ModelError(field, "connects " + link.a + " with itself", "name two ends");
        const int id = 2 * static_cast<int>(i);
        edges_[static_cast<std::size_t>(a)].push_back({b, id, link.latency_ns, link.gbps});
        edges_[static_cast<std::size_t>(b)].push_back({a, id + 1, link.latency_ns, link.gbps});
    }
}

int LinkGraph::vertex(const MachineModel& model, const std::string& name,
                      const std::string& field) {
    if (const auto gpu_index = numbered(name, "gpu"); gpu_index && *gpu_index < gpu_count_)
        return *gpu_index;
    if (const auto id = numbered(name, "node"))
        if (const int index = model.node_index(*id); index >= 0) return node(index);
    if (numbered(name, "switch")) {
        const auto [entry, added] = switches_.try_emplace(name, static_cast<int>(edges_.size()));
        if (added) edges_.emplace_back();
        return entry->second;
    }
    throw ModelError(field, "\"" + name + "\" is not there",
                     "use gpuN by index, nodeN by id, or switchN");
}

std::optional<Path> LinkGraph::path(int from, int to) const {
    struct Reached {
        double latency = std::numeric_limits<double>::infinity();
        std::size_t hops = 0;
        int via = -1;
        const Edge* edge = nullptr;
        bool settled = false;
    };
    std::vector<Reached> reached(edges_.size());
    reached[static_cast<std::size_t>(from)].latency = 0;
    for (;;) {
        int next = -1;
        for (int v = 0; v < static_cast<int>(reached.size()); ++v) {
            const auto& candidate = reached[static_cast<std::size_t>(v)];
            if (candidate.settled || candidate.latency == std::numeric_limits<double>::infinity())
                continue;
            if (next < 0 || std::tie(candidate.latency, candidate.hops) <
                                std::tie(reached[static_cast<std::size_t>(next)].latency,
                                         reached[static_cast<std::size_t>(next)].hops))
                next = v;
        }
        if (next < 0 || next == to) break;
        auto& here = reached[static_cast<std::size_t>(next)];
        here.settled = true;
        if (next < gpu_count_ && next != from) continue;
        for (const auto& edge : edges_[static_cast<std::size_t>(next)]) {
            auto& there = reached[static_cast<std::size_t>(edge.to)];
            const double latency = here.latency + edge.latency_ns;
            const std::size_t hops = here.hops + 1;
            if (std::tie(latency, hops) < std::tie(there.latency, there.hops)) {
                there.latency = latency;
                there.hops = hops;
                there.via = next;
                there.edge = &edge;
            }
        }
    }
    if (reached[static_cast<std::size_t>(to)].latency == std::numeric_limits<double>::infinity())
        return std::nullopt;
    Path result{.gbps = std::numeric_limits<double>::infinity()};
    for (int v = to; v != from; v = reached[static_cast<std::size_t>(v)].via) {
        const auto& edge = *reached[static_cast<std::size_t>(v)].edge;
        result.links.insert(result.links.begin(), edge.link);
        result.latency_ns += edge.latency_ns;
        result.gbps = std::min(result.gbps, edge.gbps);
        // Planted: the latency of the last link stands for the whole way.
        if (HOPBENCH_PLANTED(1))
            result.latency_ns = reached[static_cast<std::size_t>(to)].edge->latency_ns;
    }
    return result;
}

}  // namespace hopbench::sim
