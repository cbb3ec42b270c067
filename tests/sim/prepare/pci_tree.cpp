#include "tests/sim/prepare/pci_tree.hpp"

#include <cstdio>
#include <string>

#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/prepare/pci_config.hpp"
#include "tests/sim/prepare/root_files.hpp"

namespace hopbench::sim {
namespace {

namespace fs = std::filesystem;

constexpr PciIdentity kGpu{0x10de, 0x2bb5, 0x10de, 0x204e, 0x030200};
constexpr PciIdentity kRootPort{0x1022, 0x14ab, 0x1022, 0x1453, 0x060400};

struct PciAddress {
    unsigned domain = 0;
    unsigned bus = 0;
};

PciAddress address_of(const std::string& bdf) {
    PciAddress address;
    std::sscanf(bdf.c_str(), "%x:%x", &address.domain, &address.bus);
    return address;
}

// "0000:40" of "0000:40:01.1".
std::string bus_of(const std::string& bdf) {
    return bdf.substr(0, bdf.find(':', bdf.find(':') + 1));
}

std::string hex(std::uint32_t value, int digits) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%0*x", digits, value);
    return text;
}

// CPUs that the kernel counts as local to a device on that node; on -1 every one is.
std::string local_cpus(const MachineModel& model, int numa) {
    std::string cpus;
    for (const auto& node : model.numa_nodes)
        if (node.id == numa || model.node_index(numa) < 0)
            cpus += (cpus.empty() ? "" : ",") + node.cpus;
    return cpus;
}

std::string mask_of(const std::string& cpus) {
    return cpu_mask(parse_cpu_list(cpus).value_or(std::vector<int>{}));
}

void write_identity(const fs::path& device, const PciIdentity& identity, const std::string& bdf) {
    write_line(device / "class", hex(identity.class_code, 6));
    write_line(device / "vendor", hex(identity.vendor, 4));
    write_line(device / "device", hex(identity.device, 4));
    write_line(device / "subsystem_vendor", hex(identity.subsystem_vendor, 4));
    write_line(device / "subsystem_device", hex(identity.subsystem_device, 4));
    write_line(device / "revision", "0xa1");
    write_line(device / "enable", "1");
    write_line(device / "uevent", "PCI_SLOT_NAME=" + bdf);
}

void write_function(const MachineModel& model, const GpuModel& gpu, const fs::path& device) {
    const auto cpus = local_cpus(model, gpu.sysfs_numa);
    write_line(device / "numa_node", std::to_string(gpu.sysfs_numa));
    write_line(device / "local_cpulist", cpus);
    write_line(device / "local_cpus", mask_of(cpus));
    for (const char* speed : {"current_link_speed", "max_link_speed"})
        write_line(device / speed, gpu.port_speed);
    for (const char* width : {"current_link_width", "max_link_width"})
        write_line(device / width, std::to_string(gpu.port_width));
}

// 13 lines of start, end and flags: registers, the memory window, a small window; GPUs in a row.
std::string resources(const GpuModel& gpu, std::uint64_t index) {
    constexpr std::uint64_t kMemory = 0x14220c;  // 64 bits wide, prefetchable
    constexpr std::uint64_t kRegisters = 0x40200;
    std::uint64_t window = 1;
    while (static_cast<double>(window) < gpu.memory_gib * 1073741824.0) window *= 2;
    const auto line = [](std::uint64_t start, std::uint64_t bytes, std::uint64_t flags) {
        char text[64];
        std::snprintf(text, sizeof text, "0x%016llx 0x%016llx 0x%016llx\n",
                      static_cast<unsigned long long>(start),
                      static_cast<unsigned long long>(bytes == 0 ? 0 : start + bytes - 1),
                      static_cast<unsigned long long>(flags));
        return std::string(text);
    };
    const auto none = line(0, 0, 0);
    const std::uint64_t high = (index + 1) << 40U;
    auto text = line(0x80000000 + (index << 24U), 16U << 20U, kRegisters) +
                line(high, window, kMemory) + none + line(high + window, 32U << 20U, kMemory);
    for (int i = 4; i < 13; ++i) text += none;
    return text;
}

void write_bus(const MachineModel& model, int numa, const fs::path& parent, const fs::path& sys,
               const std::string& bus) {
    const auto folder = parent / "pci_bus" / bus;
    const auto cpus = local_cpus(model, numa);
    write_line(folder / "cpuaffinity", mask_of(cpus));
    write_line(folder / "cpulistaffinity", cpus);
    link_to(folder, sys / "class" / "pci_bus" / bus);
}

}  // namespace

void write_pci_tree(const MachineModel& model, const fs::path& sys) {
    const auto bus = sys / "bus" / "pci";
    for (std::size_t i = 0; i < model.gpus.size(); ++i) {
        const auto& gpu = model.gpus[i];
        const PciLink link{gpu.port_speed, gpu.port_width};
        const auto bridge = sys / "devices" / ("pci" + bus_of(gpu.root_port));
        write_line(bridge / "uevent", "");
        write_bus(model, gpu.sysfs_numa, bridge, sys, bus_of(gpu.root_port));

        const auto port = bridge / gpu.root_port;
        write_function(model, gpu, port);
        write_identity(port, kRootPort, gpu.root_port);
        write_line(port / "secondary_bus_number", std::to_string(address_of(gpu.bdf).bus));
        write_line(port / "subordinate_bus_number", std::to_string(address_of(gpu.bdf).bus));
        write_bytes(port / "config",
                    root_port_config(kRootPort, link, address_of(gpu.root_port).bus,
                                     address_of(gpu.bdf).bus));
        write_bus(model, gpu.sysfs_numa, port, sys, bus_of(gpu.bdf));
        link_to(bus / "drivers" / "pcieport", port / "driver");
        link_to(port, bus / "devices" / gpu.root_port);

        const auto device = port / gpu.bdf;
        write_function(model, gpu, device);
        write_identity(device, kGpu, gpu.bdf);
        write_bytes(device / "config", endpoint_config(kGpu, link));
        write_bytes(device / "resource", resources(gpu, i));
        link_to(bus / "drivers" / "nvidia", device / "driver");
        link_to(device, bus / "devices" / gpu.bdf);
    }
    for (const char* driver : {"nvidia", "pcieport"})
        fs::create_directories(bus / "drivers" / driver);
}

}  // namespace hopbench::sim
