#include "harness/topology/nvml_facts.hpp"

#include <algorithm>

#include "harness/topology/nvml_library.hpp"

namespace hopbench {
namespace {

using nvml::Device;
using nvml::Result;

constexpr const char* source = "NVML";
constexpr unsigned most_devices = 64;
constexpr int node_words = 4;  ///< 256 NUMA nodes
constexpr int cpu_words = 64;  ///< 4,096 CPUs
constexpr unsigned scope_node = 0;

/// Words of nvidia-smi for a level of nvmlGpuTopologyLevel_t.
std::string level_word(int level) {
    switch (level) {
        case 0:
            return "internal";
        case 10:
            return "PIX";
        case 20:
            return "PXB";
        case 30:
            return "PHB";
        case 40:
            return "NODE";
        case 50:
            return "SYS";
        default:
            return "level " + std::to_string(level);
    }
}

/// Words of nvidia-smi topo -p2p for nvmlGpuP2PStatus_t.
std::string status_word(int status) {
    constexpr const char* words[] = {"OK", "CNS", "GNS", "TNS", "DR", "NS", "U"};
    return status >= 0 && status < 7 ? words[status] : "status " + std::to_string(status);
}

/// "00000000:01:00.0" → "0000:01:00.0", the kernel's spelling.
std::string kernel_bdf(const nvml::PciInfo& pci) {
    std::string text(pci.bus_id.data(),
                     std::find(pci.bus_id.begin(), pci.bus_id.end(), '\0') - pci.bus_id.begin());
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (text.size() == 16 && text.starts_with("0000")) text.erase(0, 4);
    return text;
}

std::vector<std::int64_t> bits_of(const unsigned long* words, int count) {
    std::vector<std::int64_t> bits;
    for (int i = 0; i < count * 64; ++i)
        if (words[i / 64] >> (i % 64) & 1) bits.push_back(i);
    return bits;
}

/// Adds one answer, or why there is none; a function this library lacks adds nothing.
class Asker {
  public:
    Asker(const nvml::Library& library, MachinePart& part) : library_(library), part_(part) {}

    void text(const char* name, Result (*function)(Device, char*, unsigned), Device device) const {
        if (!function) return;
        char buffer[128] = {};
        const Result result = function(device, buffer, sizeof buffer - 1);
        add(name, result, std::string(buffer));
    }
    void number(const char* name, Result (*function)(Device, unsigned*), Device device) const {
        if (!function) return;
        unsigned value = 0;
        const Result result = function(device, &value);
        add(name, result, static_cast<std::int64_t>(value));
    }
    void add(const char* name, Result result, FactValue value) const {
        if (result == nvml::success)
            add_fact(part_, name, std::move(value), source);
        else
            add_unreadable(part_, name, source, library_.describe(result));
    }

  private:
    const nvml::Library& library_;
    MachinePart& part_;
};

void add_device(Machine& machine, const nvml::Library& library, unsigned index, Device device,
                const std::string& bdf) {
    const auto& f = library.functions();
    auto& part = machine.part("gpu", bdf);
    const Asker ask(library, part);
    add_fact(part, "nvml_index", static_cast<std::int64_t>(index), source);
    ask.text("name", f.name, device);
    ask.text("uuid", f.uuid, device);
    ask.number("current_link_generation", f.current_link_generation, device);
    ask.number("max_link_generation", f.max_link_generation, device);
    ask.number("current_link_width", f.current_link_width, device);
    ask.number("max_link_width", f.max_link_width, device);
    ask.number("replay_counter", f.replay_counter, device);
    unsigned long words[cpu_words] = {};
    if (f.memory_affinity) {
        const auto result = f.memory_affinity(device, node_words, words, scope_node);
        ask.add("memory_affinity", result, bits_of(words, node_words));
    }
    if (f.cpu_affinity) {
        std::fill(std::begin(words), std::end(words), 0ul);
        const auto result = f.cpu_affinity(device, cpu_words, words);
        ask.add("cpu_affinity", result, bits_of(words, cpu_words));
    }
}

void add_pair(Machine& machine, const nvml::Library& library, Device from, Device to,
              const std::string& id) {
    const auto& f = library.functions();
    auto& part = machine.part("gpu-pair", id);
    const Asker ask(library, part);
    int value = 0;
    if (f.topology_level) {
        const auto result = f.topology_level(from, to, &value);
        ask.add("topology_level", result, level_word(value));
    }
    constexpr std::pair<const char*, int> caps[] = {
        {"p2p_read", 0}, {"p2p_write", 1}, {"p2p_nvlink", 2}, {"p2p_atomics", 3}};
    for (const auto& [name, cap] : caps) {
        if (!f.p2p_status) break;
        const auto result = f.p2p_status(from, to, cap, &value);
        ask.add(name, result, status_word(value));
    }
}

}  // namespace

void add_nvml_facts(Machine& machine) {
    const nvml::Library library;
    auto& system = machine.part("system", "");
    if (!library.why_not().empty()) {
        add_unreadable(system, "gpus", source, library.why_not());
        return;
    }
    const auto& f = library.functions();
    char version[96] = {};
    if (f.driver_version) {
        const Result result = f.driver_version(version, sizeof version - 1);
        Asker(library, system).add("nvidia_driver", result, std::string(version));
    }
    unsigned count = 0;
    const Result counted = f.device_count(&count);
    Asker(library, system).add("gpus", counted, static_cast<std::int64_t>(count));
    if (counted != nvml::success) return;

    std::vector<std::pair<Device, std::string>> devices;
    for (unsigned index = 0; index < std::min(count, most_devices); ++index) {
        Device device = nullptr;
        nvml::PciInfo pci{};
        if (f.device_by_index(index, &device) != nvml::success) continue;
        if (f.pci_info(device, &pci) != nvml::success) continue;
        devices.emplace_back(device, kernel_bdf(pci));
        add_device(machine, library, index, device, devices.back().second);
    }
    for (const auto& [from, from_bdf] : devices)
        for (const auto& [to, to_bdf] : devices)
            if (from != to) add_pair(machine, library, from, to, from_bdf + " " + to_bdf);
}

}  // namespace hopbench
