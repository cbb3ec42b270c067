#include "tests/sim/prepare/scratch_root.hpp"

#include <sstream>

#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/prepare/cpu_tree.hpp"
#include "tests/sim/prepare/pci_tree.hpp"
#include "tests/sim/prepare/root_files.hpp"

namespace hopbench::sim {
namespace {

namespace fs = std::filesystem;

void write_cpuinfo(const MachineModel& model, const fs::path& file) {
    std::ostringstream text;
    for (const auto& node : model.numa_nodes) {
        const auto cpus = parse_cpu_list(node.cpus).value_or(std::vector<int>{});
        int core = 0;
        for (const int cpu : cpus)
            text << "processor\t: " << cpu << "\nvendor_id\t: " << node.cpu_vendor
                 << "\ncpu family\t: " << node.cpu_family << "\nmodel\t\t: " << node.cpu_model
                 << "\nmodel name\t: SIMULATED CPU\nstepping\t: 0\nphysical id\t: " << node.id
                 << "\nsiblings\t: " << cpus.size() << "\ncore id\t\t: " << core++
                 << "\ncpu cores\t: " << cpus.size() << "\n\n";
    }
    write_bytes(file, text.str());
}

void write_meminfo(const MachineModel& model, const fs::path& file) {
    double gib = 0;
    for (const auto& node : model.numa_nodes) gib += node.memory_gib;
    const auto kib = std::to_string(static_cast<long long>(gib * 1024 * 1024));
    write_line(file, "MemTotal:       " + kib + " kB\nMemFree:        " + kib +
                         " kB\nMemAvailable:   " + kib + " kB");
}

void write_driver(const MachineModel& model, const fs::path& folder) {
    write_line(folder / "version",
               "NVRM version: SIMULATED NVIDIA driver of machine " + model.name);
    write_line(folder / "params", "EnableUserNUMAManagement: 1\nRegistryDwords: \"\"");
    for (std::size_t i = 0; i < model.gpus.size(); ++i) {
        const auto& gpu = model.gpus[i];
        write_line(folder / "gpus" / gpu.bdf / "information",
                   "Model: \t\t " + gpu.name + "\nIRQ:   \t\t " + std::to_string(100 + i) +
                       "\nGPU UUID: \t " + gpu.uuid +
                       "\nVideo BIOS: \t SIMULATED\nBus Type: \t PCIe\nDMA Size: \t 52 bits"
                       "\nDMA Mask: \t 0xfffffffffffff\nBus Location: \t " +
                       gpu.bdf + "\nDevice Minor: \t " + std::to_string(i) +
                       "\nGPU Firmware: \t SIMULATED\nGPU Excluded:\t No");
    }
}

}  // namespace

void write_scratch_root(const MachineModel& model, const fs::path& root) {
    write_pci_tree(model, root / "sys");
    write_cpu_tree(model, root / "sys");
    const auto board = root / "sys" / "class" / "dmi" / "id";
    write_line(board / "sys_vendor", "hopbench");
    write_line(board / "product_name", "SIMULATED machine " + model.name);
    write_cpuinfo(model, root / "proc" / "cpuinfo");
    write_meminfo(model, root / "proc" / "meminfo");
    write_driver(model, root / "proc" / "driver" / "nvidia");
}

}  // namespace hopbench::sim
