#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/affinity.hpp"
#include "harness/nccl_topo/dictionary.hpp"
#include "harness/nccl_topo/generate.hpp"
#include "harness/nccl_topo/limits.hpp"
#include "harness/nccl_topo/number.hpp"
#include "harness/nccl_topo/pci_address.hpp"
#include "harness/nccl_topo/processors.hpp"
#include "harness/nccl_topo/sysfs.hpp"

namespace hopbench::nccl_topo {
namespace {

namespace fs = std::filesystem;

double speed_of(const std::optional<std::string>& text) {
    if (!text) return HUGE_VAL;
    char* end = nullptr;
    const double speed = std::strtod(text->c_str(), &end);
    return end == text->c_str() ? HUGE_VAL : speed;
}

/// The slower of the function's and its port's, or what NCCL falls back to.
std::string link_speed(const fs::path& device, const std::string& bdf,
                       std::vector<std::string>& notes) {
    const auto own = read_line(device / "max_link_speed");
    const auto port = read_line(device.parent_path() / "max_link_speed");
    const auto& slower = speed_of(port) < speed_of(own) ? port : own;
    if (slower && lane_speed(*slower)) return *slower;
    notes.push_back(bdf + ": link speed \"" + slower.value_or("") + "\" is not in NCCL's table; " +
                    std::string(fallback_link_speed) + " stands for it");
    return std::string(fallback_link_speed);
}

/// The fewer lanes of the function's and its port's. Like NCCL: a port that does not tell has 0,
/// and 0 is 16.
std::string link_width(const fs::path& device, const std::string& bdf,
                       std::vector<std::string>& notes) {
    const auto lanes = [](const fs::path& folder) {
        return leading_integer(read_line(folder / "max_link_width").value_or(""));
    };
    const int own = lanes(device);
    const int width = std::min(own, lanes(device.parent_path()));
    if (width > 0) return std::to_string(width);
    if (own != fallback_link_width)
        notes.push_back(bdf + ": link width " + std::to_string(own) +
                        ", its port's is not known; " + std::to_string(fallback_link_width) +
                        " stands for it");
    return std::to_string(fallback_link_width);
}

PciFacts read_pci(const fs::path& device, const std::string& bdf, std::vector<std::string>& notes) {
    PciFacts facts{.bdf = bdf, .attributes = {}};
    for (const char* name : {"class", "vendor", "device", "subsystem_vendor", "subsystem_device"}) {
        const auto value = read_line(device / name);
        if (value && !value->empty()) facts.attributes.push_back({name, *value});
    }
    facts.attributes.push_back({"link_speed", link_speed(device, bdf, notes)});
    facts.attributes.push_back({"link_width", link_width(device, bdf, notes)});
    return facts;
}

GpuFacts read_gpu(const fs::path& root, const GpuPlacement& placement,
                  std::vector<std::string>& notes) {
    const auto bdf = canonical_bdf(placement.bdf);
    if (!bdf)
        throw usage_error("GPU address \"" + placement.bdf + "\"", "is no PCI address",
                          "write it like 0000:0a:00.0");
    const auto path = find_pci(root, *bdf);
    if (!path)
        throw unfit_error("GPU " + *bdf, "is not in " + (root / "sys/bus/pci/devices").string(),
                          "a topology file needs the machine's own PCI tree");
    GpuFacts gpu{
        .pci = read_pci(path->directory, *bdf, notes), .node = placement.node, .switches = {}};
    for (const auto& above : path->shown_by_nccl()) {
        auto directory = path->directory;
        while (directory.filename() != above) directory = directory.parent_path();
        gpu.switches.insert(gpu.switches.begin(), read_pci(directory, above, notes));
    }
    return gpu;
}

/// Leading words of CPUs that are not there, where all of it would be too long for NCCL.
std::string shortened(std::string affinity) {
    constexpr std::string_view none = "00000000,";
    while (affinity.size() > max_characters && affinity.starts_with(none))
        affinity.erase(0, none.size());
    return affinity;
}

CpuFacts read_cpu(const fs::path& root, int node, const std::map<int, Processor>& processors) {
    const auto file = root / "sys/devices/system/node" / ("node" + std::to_string(node)) / "cpumap";
    const auto map = read_line(file);
    if (!map)
        throw unfit_error("NUMA node " + std::to_string(node), file.string() + " cannot be read",
                          "give the GPUs nodes that this machine has");
    const auto affinity = shortened(*map);
    if (!is_affinity(affinity) || affinity.size() > max_characters)
        throw unfit_error("NUMA node " + std::to_string(node),
                          file.string() + " is no mask that NCCL can read", "");
    if (processors.empty())
        throw unfit_error("the processor", (root / "proc/cpuinfo").string() + " does not name it",
                          "a topology file needs architecture, vendor, family and model");
    const auto cpus = cpus_of_affinity(affinity);
    const auto found = processors.find(cpus.empty() ? processors.begin()->first : cpus.front());
    const auto& processor = (found == processors.end() ? processors.begin() : found)->second;
    if (processor.arch == "x86_64" && (!processor.family_id || !processor.model_id))
        throw unfit_error("the processor",
                          (root / "proc/cpuinfo").string() + " does not tell family and model", "");
    return {.node = node,
            .affinity = affinity,
            .arch = processor.arch,
            .vendor = processor.vendor,
            .family_id = processor.family_id.value_or(0),
            .model_id = processor.model_id.value_or(0)};
}

}  // namespace

TopologyInput read_topology_input(const fs::path& root, const std::vector<GpuPlacement>& gpus) {
    TopologyInput input;
    std::set<int> nodes;
    std::set<std::string> seen;
    for (const auto& placement : gpus) {
        input.gpus.push_back(read_gpu(root, placement, input.notes));
        if (!seen.insert(input.gpus.back().pci.bdf).second)
            throw usage_error("GPU " + input.gpus.back().pci.bdf, "is named twice",
                              "name each GPU once");
        nodes.insert(placement.node);
    }
    const auto processors = read_processors(root);
    for (const int node : nodes) input.cpus.push_back(read_cpu(root, node, processors));
    return input;
}

}  // namespace hopbench::nccl_topo
