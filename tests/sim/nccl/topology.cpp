#include "tests/sim/nccl/topology.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/sim/nccl/detection.hpp"
#include "tests/sim/nccl/init_failure.hpp"
#include "tests/sim/nccl/topology_words.hpp"

namespace hopbench::sim::nccl {
namespace {

constexpr int kWholeWidth = 16;            // lanes, where the width is 0
constexpr double kDefaultNetMbps = 10000;  // where a device says 0 or less
constexpr double kMbpsPerGbps = 8000;

std::uint64_t id_part(const XmlNode& xml, const char* key, unsigned shift) {
    const auto* text = xml.find(key);
    return text == nullptr
               ? 0
               : static_cast<std::uint64_t>(std::strtol(text->c_str(), nullptr, 0)) << shift;
}

}  // namespace

const char* name_of(NodeType type) {
    static constexpr const char* kNames[] = {"GPU", "PCI", "NVS", "CPU", "NIC", "NET"};
    return kNames[static_cast<int>(type)];
}

const char* name_of(LinkType type) {
    static constexpr const char* kNames[] = {"LOC", "NVL", "PCI", "SYS", "NET"};
    return kNames[static_cast<int>(type)];
}

const char* name_of(PathType type) {
    static constexpr const char* kNames[] = {"LOC", "NVL", "PIX", "PXB", "PHB", "SYS", "DIS"};
    return kNames[static_cast<int>(type)];
}

std::string TopoNode::label() const {
    // NCCL packs the id into 56 bits: NUMA node -1 shows as ffffffffffffff.
    constexpr std::uint64_t kLocalPart = 0x00ffffffffffffffULL;
    char text[64];
    (void)std::snprintf(
        text, sizeof text, "%s/0-%llx", name_of(type),
        static_cast<unsigned long long>(static_cast<std::uint64_t>(id) & kLocalPart));
    return text;
}

Topology::Topology(const XmlNode& system, const SayGraph& say) : say_(say) {
    for (const auto* child : system.children)
        if (child->name == "cpu") add_cpu(*child);
    if (of(NodeType::cpu).empty())
        throw InitFailure(kInvalidArgument, "graph/topo.cc:700",
                          "localHostHash not found in the list of system hostHashes");
    add_nvlinks(system, "");
    check_nvlinks();
    connect_cpus();
    for (auto* cpu : of(NodeType::cpu)) sort_below(*cpu, nullptr);
}

const std::vector<TopoNode*>& Topology::of(NodeType type) const {
    return by_type_[static_cast<int>(type)];
}

TopoNode* Topology::find(NodeType type, std::int64_t id) const {
    for (auto* node : of(type))
        if (node->id == id) return node;
    return nullptr;
}

const TopoNode& Topology::gpu_of_rank(int rank) const {
    for (const auto* gpu : of(NodeType::gpu))
        if (gpu->rank == rank) return *gpu;
    throw InitFailure(kInternalError, "graph/topo.h:243",
                      "ncclTopoRankToIndex could not find rank " + std::to_string(rank));
}

TopoNode& Topology::make(NodeType type, std::int64_t id) {
    nodes_.push_back(std::make_unique<TopoNode>(TopoNode{.type = type, .id = id}));
    by_type_[static_cast<int>(type)].push_back(nodes_.back().get());
    return *nodes_.back();
}

// Links to the same node add up; faster ones come first.
void Topology::connect(TopoNode& from, TopoNode& to, LinkType type, double gbps) {
    auto& links = from.links;
    auto at = std::find_if(links.begin(), links.end(), [&to, type](const TopoLink& link) {
        return link.to == &to && link.type == type;
    });
    TopoLink link{.type = type, .gbps = gbps, .to = &to};
    if (at != links.end()) {
        link.gbps += at->gbps;
        links.erase(at);
    }
    at = std::find_if(links.begin(), links.end(),
                      [&link](const TopoLink& other) { return other.gbps < link.gbps; });
    links.insert(at, link);
}

void Topology::add_cpu(const XmlNode& xml) {
    auto& cpu = make(NodeType::cpu, xml.need_int("numaid"));
    if (const auto* mask = xml.find("affinity")) cpu.affinity = *mask;
    cpu.arch = cpu_arch_of(xml.need("arch"), say_);
    if (cpu.arch == kArchX86) {
        cpu.vendor = cpu_vendor_of(xml.need("vendor"), say_);
        if (cpu.vendor == kVendorIntel || cpu.vendor == kVendorZhaoxin)
            cpu.model = cpu_model_of(cpu.vendor, xml.need_int("familyid"), xml.need_int("modelid"));
    }
    for (const auto* child : xml.children) {
        if (child->name == "pci") add_pci(*child, cpu);
        if (child->name != "nic") continue;
        // NCCL's id of a device that is not on PCI loses the node: on whichever CPU, it is 0.
        auto* nic = find(NodeType::nic, 0);
        if (nic == nullptr) {
            nic = &make(NodeType::nic, 0);
            connect(cpu, *nic, LinkType::pci, kLocalGbps);
            connect(*nic, cpu, LinkType::pci, kLocalGbps);
        }
        add_nic(*child, *nic);
    }
}

void Topology::add_gpu(const XmlNode& xml, TopoNode& node) {
    node.sm = xml.need_int("sm");
    node.rank = xml.need_int("rank");
    node.dev = xml.need_int("dev");
    (void)xml.need_int("gdr");
}

void Topology::add_nic(const XmlNode& xml, TopoNode& nic) {
    for (const auto* child : xml.children) {
        if (child->name != "net" || child->find("dev") == nullptr) continue;
        auto& net = make(NodeType::net, child->need_int("dev"));
        const auto* guid = child->find("guid");
        net.guid = guid == nullptr ? static_cast<std::uint64_t>(net.id)
                                   : std::strtoull(guid->c_str(), nullptr, 16);
        const int mbps = child->int_or("speed", 0);
        net.net_gbps = (mbps <= 0 ? kDefaultNetMbps : mbps) / kMbpsPerGbps;
        net.port = child->int_or("port", 0);
        connect(nic, net, LinkType::net, net.net_gbps);
        connect(net, nic, LinkType::net, net.net_gbps);
    }
}

void Topology::add_pci_children(const XmlNode& xml, TopoNode& node) {
    node.device = id_part(xml, "vendor", 48) + id_part(xml, "device", 32) +
                  id_part(xml, "subsystem_vendor", 16) + id_part(xml, "subsystem_device", 0);
    for (const auto* child : xml.children)
        if (child->name != "pcilink") add_pci(*child, node);
}

void Topology::add_pci(const XmlNode& xml, TopoNode& parent) {
    auto type = pci_class_of(xml.need("class"), say_);
    const auto bus = bus_number(xml.need("busid"));
    TopoNode* node = nullptr;
    if (const auto* gpu = xml.child("gpu")) {
        type = NodeType::gpu;
        if (gpu->find("rank") == nullptr) return;  // no rank's: not part of this communicator
        node = &make(type, bus);
        add_gpu(*gpu, *node);
    }
    if (const auto* nic = xml.child("nic")) {
        type = NodeType::nic;
        auto* known = find(type, bus);
        if (known == nullptr) known = node = &make(type, bus);
        add_nic(*nic, *known);
    } else if (type == NodeType::pci) {
        node = &make(type, bus);
        add_pci_children(xml, *node);
    }
    if (node == nullptr) return;
    const int width = xml.need_int("link_width");
    const double gbps =
        (width == 0 ? kWholeWidth : width) * lane_gbps_of(xml.need("link_speed"), say_);
    connect(*node, parent, LinkType::pci, gbps);
    connect(parent, *node, LinkType::pci, gbps);
}

void Topology::add_nvlink(const XmlNode& xml, const std::string& busid) {
    auto* gpu = find(NodeType::gpu, bus_number(busid));
    if (gpu == nullptr)
        throw InitFailure(kInternalError, "graph/topo.cc:573",
                          "Add NVLink error : could not find GPU " + busid);
    const double gbps = xml.need_int("count") * nvlink_gbps(gpu->sm);
    const auto type = pci_class_of(xml.need("tclass"), say_);
    if (type == NodeType::gpu) {
        auto* peer = find(NodeType::gpu, bus_number(xml.need("target")));
        if (peer != nullptr) connect(*gpu, *peer, LinkType::nvl, gbps);  // the peer has its own
        return;
    }
    auto* remote = type == NodeType::cpu ? of(NodeType::cpu).front() : nullptr;
    if (remote == nullptr)
        remote = of(NodeType::nvs).empty() ? &make(NodeType::nvs, 0) : of(NodeType::nvs).front();
    connect(*gpu, *remote, LinkType::nvl, gbps);
    connect(*remote, *gpu, LinkType::nvl, gbps);
}

void Topology::add_nvlinks(const XmlNode& xml, const std::string& busid) {
    if (xml.name == "nvlink") {
        add_nvlink(xml, busid);
        return;
    }
    const auto* own = xml.find("busid");
    for (const auto* child : xml.children) add_nvlinks(*child, own == nullptr ? busid : *own);
}

void Topology::check_nvlinks() const {
    for (const auto* gpu : of(NodeType::gpu))
        for (const auto& link : gpu->links) {
            const auto& back = link.to->links;
            if (std::none_of(back.begin(), back.end(), [gpu, &link](const TopoLink& other) {
                    return other.to == gpu && other.type == link.type;
                }))
                throw InitFailure(kInternalError, "graph/paths.cc:82",
                                  "Failed to find reverse path from remNode " + link.to->label() +
                                      " to node " + gpu->label());
        }
}

void Topology::connect_cpus() {
    for (auto* from : of(NodeType::cpu))
        for (auto* to : of(NodeType::cpu))
            if (from != to) connect(*from, *to, LinkType::sys, inter_cpu_gbps(*from));
}

void Topology::sort_below(TopoNode& node, const TopoNode* up) {
    auto& links = node.links;
    const auto way_up = std::find_if(links.begin(), links.end(),
                                     [up](const TopoLink& link) { return link.to == up; });
    if (way_up != links.end()) std::rotate(way_up, way_up + 1, links.end());
    for (auto& link : links)
        if (link.type == LinkType::pci && link.to != up) sort_below(*link.to, &node);
}

}  // namespace hopbench::sim::nccl
