#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/nccl_topo/model.hpp"

namespace hopbench::nccl_topo {

/// Where a GPU is to be placed.
struct GpuPlacement {
    std::string bdf;  ///< any form canonical_bdf takes
    int node = 0;     ///< NUMA node, the truth
};

/// A PCI function as sysfs shows it.
struct PciFacts {
    std::string bdf;
    std::vector<Attribute> attributes;  ///< class, vendor, …, link_speed, link_width; what is known
};

struct GpuFacts {
    PciFacts pci;
    int node = 0;
    std::vector<PciFacts> switches;  ///< upstream ports that NCCL shows above it, outermost first
};

struct CpuFacts {
    int node = 0;
    std::string affinity;  ///< hex words
    std::string arch, vendor;
    int family_id = 0;  ///< as NCCL computes it: base + (extended << 4), so 25 of Linux is 175
    int model_id = 0;
};

/// What a topology file is made of.
struct TopologyInput {
    std::vector<CpuFacts> cpus;      ///< nodes that have GPUs, ascending
    std::vector<GpuFacts> gpus;      ///< device order
    std::vector<std::string> notes;  ///< values that had to be replaced by what NCCL falls back to
};

/// Reads sys/ and proc/ under `root` ("/", or a recorded or scratch tree). `gpus` in device order.
/// Link speed and width: the smaller of the function's and its port's, as NCCL takes them.
/// Throws Error: exit 2 for a bad address, exit 4 where the tree lacks a GPU, a node or the CPU.
[[nodiscard]] TopologyInput read_topology_input(const std::filesystem::path& root,
                                                const std::vector<GpuPlacement>& gpus);

/// The tree: <cpu> by node, below it the GPUs in device order, behind the switches NCCL would show.
/// Throws Error (exit 4) where GPUs of one switch are to be on different nodes.
[[nodiscard]] Element build_topology(const TopologyInput& input);

/// The text of build_topology. The same input gives the same bytes.
[[nodiscard]] std::string generate_topology(const TopologyInput& input);

}  // namespace hopbench::nccl_topo
