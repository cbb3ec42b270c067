#include "harness/plan/pair_class.hpp"

#include <algorithm>
#include <set>

namespace hopbench {
namespace {

bool linked(const std::vector<Link>& links, const std::string& a, const std::string& b) {
    return std::any_of(links.begin(), links.end(), [&](const Link& link) {
        return (link.a == a && link.b == b) || (link.a == b && link.b == a);
    });
}

std::set<std::string> switches_of(const std::vector<Link>& links, const std::string& gpu) {
    std::set<std::string> found;
    for (const auto& link : links) {
        if (link.a == gpu && link.b.starts_with("switch")) found.insert(link.b);
        if (link.b == gpu && link.a.starts_with("switch")) found.insert(link.a);
    }
    return found;
}

}  // namespace

PairClass classify_pair(const Topology& topology, int src, int dst) {
    const std::string a = "gpu" + std::to_string(src), b = "gpu" + std::to_string(dst);
    if (linked(topology.links, a, b)) return PairClass::nvlink;
    const auto mine = switches_of(topology.links, a);
    for (const auto& name : switches_of(topology.links, b))
        if (mine.contains(name)) return PairClass::same_switch;
    const auto from = topology.node_of_gpu.find(src), to = topology.node_of_gpu.find(dst);
    if (from == topology.node_of_gpu.end() || to == topology.node_of_gpu.end())
        return PairClass::unknown_numa;
    return from->second == to->second ? PairClass::same_node : PairClass::cross_node;
}

PairClass classify_host_copy(const Topology& topology, int gpu, std::optional<int> node) {
    const auto home = topology.node_of_gpu.find(gpu);
    if (home == topology.node_of_gpu.end() || !node) return PairClass::unknown_numa;
    return home->second == *node ? PairClass::host_local : PairClass::host_remote;
}

std::string describe_numa(const Topology& topology) {
    std::string text;
    const auto& nodes = topology.node_of_gpu;
    for (auto it = nodes.begin(); it != nodes.end();) {
        auto last = it, next = std::next(it);
        while (next != nodes.end() && next->second == it->second && next->first == last->first + 1)
            last = next++;
        text += text.empty() ? "GPU " : ", ";
        text += std::to_string(it->first);
        if (last != it) text.append("-").append(std::to_string(last->first));
        text.append(" on node ").append(std::to_string(it->second));
        it = next;
    }
    if (!text.empty()) text.append(" (").append(topology.numa_source).append(")");
    return text;
}

}  // namespace hopbench
