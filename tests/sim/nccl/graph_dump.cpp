#include "tests/sim/nccl/graph_dump.hpp"

#include <cstdio>
#include <sstream>

namespace hopbench::sim::nccl {
namespace {

const char* inter_type(const ChannelGraph& graph) {
    if (graph.channels == 0) return name_of(PathType::loc);  // never searched
    return name_of(graph.fell_back ? PathType::sys : PathType::pix);
}

void add_graph(XmlTree& tree, XmlNode& top, const ChannelGraph& graph, const Topology& topology) {
    auto& node = tree.add(&top, "graph");
    char speed[32];
    (void)std::snprintf(speed, sizeof speed, "%g", graph.gbps);
    node.set("id", std::to_string(graph.id));
    node.set("pattern", std::to_string(graph.pattern));
    node.set("crossnic", "0");
    node.set("nchannels", std::to_string(graph.channels));
    node.set("speedintra", speed);
    node.set("speedinter", speed);
    node.set("latencyinter", "0");
    node.set("typeintra", name_of(graph.type));
    node.set("typeinter", inter_type(graph));
    node.set("samechannels", graph.channels == 0 ? "0" : "1");
    for (int channel = 0; channel < graph.channels; ++channel) {
        auto& list = tree.add(&node, "channel");
        for (const int rank : graph.order) {
            char dev[32];
            (void)std::snprintf(dev, sizeof dev, "%#x",
                                static_cast<unsigned>(topology.gpu_of_rank(rank).dev));
            tree.add(&list, "gpu").set("dev", dev);
        }
    }
}

}  // namespace

void print_graph(const ChannelGraph& graph, const Topology& topology, const SayGraph& say) {
    if (graph.fell_back)
        say("Could not find a path for pattern " + std::to_string(graph.pattern) +
            ", falling back to simple order");
    char line[160];
    (void)std::snprintf(
        line, sizeof line,
        "Pattern %d, crossNic 0, nChannels %d, bw %f/%f, type %s/%s, sameChannels 1", graph.pattern,
        graph.channels, graph.gbps, graph.gbps, name_of(graph.type), inter_type(graph));
    say(line);
    for (int channel = 0; channel < graph.channels; ++channel) {
        (void)std::snprintf(line, sizeof line, "%2d :", channel);
        std::string gpus = line;
        for (const int rank : graph.order) gpus += " " + topology.gpu_of_rank(rank).label();
        say(gpus);
    }
}

std::string graph_dump(const ChannelGraph& ring, const ChannelGraph& tree,
                       const Topology& topology) {
    constexpr std::size_t kMaxNodes = 4096;  // NCCL's own limit for graphs
    XmlTree xml(kMaxNodes);
    auto& top = xml.add(nullptr, "graphs");
    top.set("version", "1");
    const ChannelGraph unused[] = {{.id = 4, .pattern = kPatternCollnetDirect},
                                   {.id = 2, .pattern = kPatternTree},
                                   {.id = 3, .pattern = kPatternNvls}};
    for (const auto* graph : {&ring, &tree, &unused[0], &unused[1], &unused[2]})
        add_graph(xml, top, *graph, topology);
    std::ostringstream text;
    write_xml(text, top);
    return text.str();
}

}  // namespace hopbench::sim::nccl
