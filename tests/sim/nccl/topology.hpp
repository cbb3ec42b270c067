// The graph that NCCL builds of a fused topology: GPUs, PCI switches, NVSwitches, CPUs (NUMA
// nodes), network devices, and links with GB/s.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/sim/nccl/xml_parser.hpp"

namespace hopbench::sim::nccl {

enum class NodeType { gpu, pci, nvs, cpu, nic, net };
enum class LinkType { loc, nvl, pci, sys, net };
// In order of distance.
enum class PathType { loc, nvl, pix, pxb, phb, sys, dis };

const char* name_of(NodeType type);
const char* name_of(LinkType type);
const char* name_of(PathType type);

struct TopoNode;

struct TopoLink {
    LinkType type = LinkType::pci;
    double gbps = 0;
    TopoNode* to = nullptr;
};

struct TopoNode {
    NodeType type = NodeType::pci;
    std::int64_t id = 0;  // bus id as a number, numaid, device number of a net
    // GPU
    int rank = -1;
    int dev = -1;
    int sm = -1;
    // CPU, numbered as NCCL prints them: arch 1 x86 2 POWER 3 ARM, vendor 1 Intel 2 AMD 3 Zhaoxin
    int arch = -1;
    int vendor = -1;
    int model = -1;
    std::string affinity = {};
    // PCI: vendor, device, subsystem ids
    std::uint64_t device = 0;
    // net
    double net_gbps = 0;
    std::uint64_t guid = 0;
    int port = 0;
    std::vector<TopoLink> links = {};  // fastest first; the way up last

    // "GPU/0-1000"
    [[nodiscard]] std::string label() const;
};

class Topology {
  public:
    // Builds the graph below a <system>. say: GRAPH lines ("KV Convert to int …"). Throws
    // InitFailure: an attribute that is missing, an NVLink without its reverse, no CPU at all.
    Topology(const XmlNode& system, const SayGraph& say);

    [[nodiscard]] const std::vector<TopoNode*>& of(NodeType type) const;
    [[nodiscard]] TopoNode* find(NodeType type, std::int64_t id) const;
    // The GPU of a rank; InitFailure when the topology holds none.
    [[nodiscard]] const TopoNode& gpu_of_rank(int rank) const;

  private:
    TopoNode& make(NodeType type, std::int64_t id);
    static void connect(TopoNode& from, TopoNode& to, LinkType type, double gbps);
    void add_cpu(const XmlNode& xml);
    void add_pci(const XmlNode& xml, TopoNode& parent);
    void add_pci_children(const XmlNode& xml, TopoNode& node);
    void add_gpu(const XmlNode& xml, TopoNode& node);
    void add_nic(const XmlNode& xml, TopoNode& nic);
    void add_nvlinks(const XmlNode& xml, const std::string& busid);
    void add_nvlink(const XmlNode& xml, const std::string& busid);
    void check_nvlinks() const;
    void connect_cpus();
    static void sort_below(TopoNode& node, const TopoNode* up);

    const SayGraph& say_;
    std::vector<std::unique_ptr<TopoNode>> nodes_ = {};
    std::vector<TopoNode*> by_type_[6] = {};
};

}  // namespace hopbench::sim::nccl
