#include "tests/sim/nccl/topology_print.hpp"

#include <cstdio>

#include "tests/sim/nccl/ring_search.hpp"

namespace hopbench::sim::nccl {
namespace {

std::string decimal(double value) {
    char text[32];
    (void)std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string described(const TopoNode& node) {
    auto text = node.label();
    if (node.type == NodeType::gpu) return text + " (" + std::to_string(node.rank) + ")";
    if (node.type == NodeType::cpu)
        return text + " (" + std::to_string(node.arch) + "/" + std::to_string(node.vendor) + "/" +
               std::to_string(node.model) + ")";
    char extra[96] = "";
    if (node.type == NodeType::pci)
        (void)std::snprintf(extra, sizeof extra, " (%llx)",
                            static_cast<unsigned long long>(node.device));
    if (node.type == NodeType::net)
        (void)std::snprintf(extra, sizeof extra, " (0/%llx/%d/%f)",
                            static_cast<unsigned long long>(node.guid), node.port, node.net_gbps);
    return text + extra;
}

// prefix: what stands before this node on its line; below it there are blanks.
void print_below(const TopoNode& node, const TopoNode* from, const std::string& prefix,
                 const SayGraph& say) {
    say(prefix + described(node));
    const std::string margin(prefix.size(), ' ');
    for (const auto& link : node.links) {
        if (link.type == LinkType::pci && link.to == from) continue;
        const auto start = margin + "+ " + name_of(link.type) + "[" + decimal(link.gbps) + "] - ";
        if (link.type == LinkType::pci)
            print_below(*link.to, &node, start, say);
        else
            say(start + (link.to->type == NodeType::net ? described(*link.to) : link.to->label()));
    }
}

std::string way(const TopoNode& to, const TopoPath& path) {
    return to.label() + " (" + std::to_string(path.links.size()) + "/" + decimal(path.gbps) + "/" +
           name_of(path.type) + ") ";
}

}  // namespace

void print_topology(const Topology& topology, const Paths& paths, const SayGraph& say) {
    say("=== System : maxBw " + decimal(fastest_path(topology, paths)) + " totalBw " +
        decimal(fastest_port(topology)) + " ===");
    for (const auto* cpu : topology.of(NodeType::cpu)) print_below(*cpu, nullptr, "", say);
    say("==========================================");
    for (const auto* gpu : topology.of(NodeType::gpu)) {
        auto line = gpu->label() + " :";
        for (const auto* to : topology.of(NodeType::gpu))
            line += way(*to, paths.between(*gpu, *to));
        for (const auto type : {NodeType::nvs, NodeType::cpu, NodeType::net})
            for (const auto* to : topology.of(type)) line += way(*to, shortest_path(*gpu, *to));
        say(line);
    }
}

}  // namespace hopbench::sim::nccl
