#include "tests/sim/nvml/facts.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "tests/sim/model/cpu_list.hpp"

namespace hopbench::sim::nvml {
namespace {

// As in the simulated /sys: vendor 10de, device 2bb5, subsystem 204e.
constexpr std::uint32_t kDeviceId = 0x2bb510de;
constexpr std::uint32_t kSubsystemId = 0x204e10de;

const GpuModel& at(const MachineModel& model, int gpu) {
    return model.gpus.at(static_cast<std::size_t>(gpu));
}

// "0000:40" of "0000:40:01.1": the host bridge that a root port belongs to.
std::string bridge_of(const GpuModel& gpu) {
    return gpu.root_port.substr(0, gpu.root_port.rfind(':'));
}

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool joins(const LinkModel& link, int a, int b) {
    const auto one = "gpu" + std::to_string(a);
    const auto other = "gpu" + std::to_string(b);
    return (link.a == one && link.b == other) || (link.a == other && link.b == one);
}

bool linked(const MachineModel& model, int a, int b) {
    return std::any_of(model.links.begin(), model.links.end(),
                       [&](const LinkModel& link) { return joins(link, a, b); });
}

int status_named(const std::string& name) {
    if (name == "OK") return kP2pOk;
    if (name == "CNS") return kP2pChipsetNotSupported;
    if (name == "GNS") return kP2pGpuNotSupported;
    if (name == "TNS") return kP2pTopologyNotSupported;
    if (name == "DR") return kP2pDisabledByRegkey;
    if (name == "NS") return kP2pNotSupported;
    return kP2pUnknown;
}

}  // namespace

PciInfo pci_info(const GpuModel& gpu) {
    PciInfo info{};
    unsigned function = 0;
    std::sscanf(gpu.bdf.c_str(), "%x:%x:%x.%x", &info.domain, &info.bus, &info.device, &function);
    std::snprintf(info.bus_id_legacy, sizeof info.bus_id_legacy, "%04X:%02X:%02X.%X", info.domain,
                  info.bus, info.device, function);
    std::snprintf(info.bus_id, sizeof info.bus_id, "%08X:%02X:%02X.%X", info.domain, info.bus,
                  info.device, function);
    info.device_id = kDeviceId;
    info.subsystem_id = kSubsystemId;
    return info;
}

int gpu_at(const MachineModel& model, const std::string& bus_id) {
    const auto wanted = lower(bus_id);
    for (int gpu = 0; gpu < model.gpu_count(); ++gpu)
        if (wanted == at(model, gpu).bdf || wanted == "0000" + at(model, gpu).bdf) return gpu;
    return -1;
}

int gpu_with_uuid(const MachineModel& model, const std::string& uuid) {
    for (int gpu = 0; gpu < model.gpu_count(); ++gpu)
        if (at(model, gpu).uuid == uuid) return gpu;
    return -1;
}

int common_ancestor(const MachineModel& model, int a, int b) {
    const auto& one = at(model, a);
    const auto& other = at(model, b);
    if (one.root_port == other.root_port) return kSingleSwitch;
    if (bridge_of(one) == bridge_of(other)) return kHostBridge;
    return one.sysfs_numa >= 0 && one.sysfs_numa == other.sysfs_numa ? kNode : kSystem;
}

int p2p_status(const MachineModel& model, int a, int b, int capability) {
    const int status = status_named(model.p2p.nvml_status);
    if (capability == kCapsRead || capability == kCapsWrite || status != kP2pOk) return status;
    const bool native = capability == kCapsNvlink || capability == kCapsAtomics;
    return native && linked(model, a, b) ? kP2pOk : kP2pNotSupported;
}

int nvlinks(const MachineModel& model, int gpu) {
    int count = 0;
    for (int other = 0; other < model.gpu_count(); ++other)
        if (other != gpu)
            count += static_cast<int>(
                std::count_if(model.links.begin(), model.links.end(),
                              [&](const LinkModel& link) { return joins(link, gpu, other); }));
    return count;
}

unsigned link_generation(const std::string& port_speed) {
    const double speed = std::strtod(port_speed.c_str(), nullptr);
    unsigned generation = 1;
    for (const double fastest : {2.5, 5.0, 8.0, 16.0, 32.0})
        if (speed > fastest) ++generation;
    return generation;
}

std::vector<int> near_nodes(const MachineModel& model, int gpu) {
    const int node = at(model, gpu).sysfs_numa;
    if (model.node_index(node) >= 0) return {node};
    std::vector<int> all;
    for (const auto& each : model.numa_nodes) all.push_back(each.id);
    return all;
}

std::vector<int> near_cpus(const MachineModel& model, int gpu) {
    std::vector<int> cpus;
    for (const int node : near_nodes(model, gpu)) {
        const auto& text = model.numa_nodes[static_cast<std::size_t>(model.node_index(node))].cpus;
        const auto some = parse_cpu_list(text).value_or(std::vector<int>{});
        cpus.insert(cpus.end(), some.begin(), some.end());
    }
    return cpus;
}

bool set_bits(std::span<unsigned long> words, const std::vector<int>& numbers) {
    constexpr int kBits = 8 * sizeof(unsigned long);
    std::fill(words.begin(), words.end(), 0UL);
    for (const int number : numbers) {
        const auto word = static_cast<std::size_t>(number / kBits);
        if (word >= words.size()) return false;
        words[word] |= 1UL << static_cast<unsigned>(number % kBits);
    }
    return true;
}

}  // namespace hopbench::sim::nvml
