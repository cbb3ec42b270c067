// Fills a topology with what NCCL detects: the GPU of one rank, its way to the CPU, the network
// devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/sim/model/machine_model.hpp"
#include "tests/sim/nccl/machine_root.hpp"
#include "tests/sim/nccl/xml_tree.hpp"

namespace hopbench::sim::nccl {

struct DetectedLink {
    std::string target;  // busid of the other GPU, or NCCL's word for an NVSwitch
    int count = 0;       // NVLinks
};

// The NVLinks that NVML would report: links of the model between two GPUs, or from a GPU to a
// switch that reaches no NUMA node.
std::vector<DetectedLink> nvlinks_of(const MachineModel& model, int gpu);

// GB/s of one NVLink of this compute capability (major × 10 + minor).
double nvlink_gbps(int sm);

class Detection {
  public:
    Detection(const MachineModel& model, const MachineRoot& root, std::uint64_t host_hash,
              SayGraph say)
        : model_(model), root_(root), host_hash_(host_hash), say_(std::move(say)) {}

    // The gpu node of this GPU below a pci node that is found by its bus id or made; null when
    // the file gives it the device number -1.
    XmlNode* add_gpu(XmlTree& tree, int gpu) const;
    // Network devices of the model. Only those that are not PCI devices: they hang on the first
    // CPU, which is taken as it is.
    void add_nics(XmlTree& tree) const;

    [[nodiscard]] std::string host_hash() const;

  private:
    void fill_pci(XmlTree& tree, XmlNode& pci) const;
    void fill_link(XmlNode& pci, const std::string& path) const;
    void attach(XmlTree& tree, XmlNode& pci, const std::string& path) const;
    XmlNode& cpu_of(XmlTree& tree, const std::string& numa) const;
    void fill_cpu(XmlNode& cpu) const;
    void fill_nvlinks(XmlTree& tree, XmlNode& gpu_node, int gpu) const;

    const MachineModel& model_;
    const MachineRoot& root_;
    std::uint64_t host_hash_;
    SayGraph say_;
};

}  // namespace hopbench::sim::nccl
