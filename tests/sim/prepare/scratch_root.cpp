#include "tests/sim/prepare/scratch_root.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/sim/model/cpu_list.hpp"

namespace hopbench::sim {
namespace {

namespace fs = std::filesystem;

constexpr int kLocalDistance = 10;
constexpr int kRemoteDistance = 32;

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::trunc);
    out << text << '\n';
    if (!out.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

void link(const fs::path& target, const fs::path& at) {
    fs::create_directories(at.parent_path());
    fs::remove(at);
    fs::create_symlink(target, at);
}

std::vector<int> cpus_of(const std::string& list) {
    return parse_cpu_list(list).value_or(std::vector<int>{});
}

template <typename Text>
std::string joined(const MachineModel& model, char separator, Text&& text_of) {
    std::string text;
    for (const auto& node : model.numa_nodes) {
        if (!text.empty()) text.push_back(separator);
        text.append(text_of(node));
    }
    return text;
}

// What the kernel shows for a device on sysfs_numa; on -1 it counts every CPU as local.
void write_locality(const MachineModel& model, int numa, const fs::path& device) {
    const int node = model.node_index(numa);
    const auto cpus = node < 0 ? joined(model, ',', [](const NumaNodeModel& n) { return n.cpus; })
                               : model.numa_nodes[static_cast<std::size_t>(node)].cpus;
    write(device / "numa_node", std::to_string(numa));
    write(device / "local_cpulist", cpus);
    write(device / "local_cpus", cpu_mask(cpus_of(cpus)));
}

void write_gpu(const MachineModel& model, const GpuModel& gpu, const fs::path& sys) {
    const fs::path bridge = fs::path("devices") / "pci0000:00" / gpu.root_port;
    const auto device = sys / bridge / gpu.bdf;
    write_locality(model, gpu.sysfs_numa, device);
    write(device / "class", "0x030200");
    write(device / "vendor", "0x10de");
    write(device / "device", "0x2bb5");
    for (const char* speed : {"current_link_speed", "max_link_speed"})
        write(device / speed, gpu.port_speed);
    for (const char* width : {"current_link_width", "max_link_width"})
        write(device / width, std::to_string(gpu.port_width));
    const auto port = sys / bridge;
    write_locality(model, gpu.sysfs_numa, port);
    write(port / "class", "0x060400");
    write(port / "vendor", "0x1022");
    write(port / "device", "0x14ab");
    const auto bus = sys / "bus" / "pci" / "devices";
    link(fs::path("../../..") / bridge / gpu.bdf, bus / gpu.bdf);
    link(fs::path("../../..") / bridge, bus / gpu.root_port);
}

void write_nodes(const MachineModel& model, const fs::path& sys) {
    const auto nodes = sys / "devices" / "system" / "node";
    const auto ids =
        joined(model, ',', [](const NumaNodeModel& n) { return std::to_string(n.id); });
    for (const char* name : {"online", "possible", "has_cpu", "has_memory"})
        write(nodes / name, ids);
    for (const auto& node : model.numa_nodes) {
        const auto folder = nodes / ("node" + std::to_string(node.id));
        write(folder / "cpulist", node.cpus);
        write(folder / "cpumap", cpu_mask(cpus_of(node.cpus)));
        write(folder / "distance", joined(model, ' ', [&node](const NumaNodeModel& other) {
                  return std::to_string(other.id == node.id ? kLocalDistance : kRemoteDistance);
              }));
        std::ostringstream memory;
        const auto kib = static_cast<long long>(node.memory_gib * 1024 * 1024);
        memory << "Node " << node.id << " MemTotal: " << kib << " kB\nNode " << node.id
               << " MemFree: " << kib << " kB";
        write(folder / "meminfo", memory.str());
    }
    const auto cpus = joined(model, ',', [](const NumaNodeModel& n) { return n.cpus; });
    for (const char* name : {"online", "possible", "present"})
        write(sys / "devices" / "system" / "cpu" / name, cpus);
}

void write_proc(const MachineModel& model, const fs::path& proc) {
    write(proc / "driver" / "nvidia" / "version",
          "NVRM version: SIMULATED NVIDIA driver of machine " + model.name);
    std::ostringstream cpus;
    for (const auto& node : model.numa_nodes)
        for (const int cpu : cpus_of(node.cpus))
            cpus << "processor\t: " << cpu << "\nvendor_id\t: " << node.cpu_vendor
                 << "\ncpu family\t: " << node.cpu_family << "\nmodel\t\t: " << node.cpu_model
                 << "\nmodel name\t: SIMULATED CPU\nphysical id\t: " << node.id << "\n\n";
    write(proc / "cpuinfo", cpus.str());
    std::ostringstream memory;
    double gib = 0;
    for (const auto& node : model.numa_nodes) gib += node.memory_gib;
    memory << "MemTotal: " << static_cast<long long>(gib * 1024 * 1024) << " kB";
    write(proc / "meminfo", memory.str());
}

}  // namespace

void write_scratch_root(const MachineModel& model, const fs::path& root) {
    for (const auto& gpu : model.gpus) write_gpu(model, gpu, root / "sys");
    write_nodes(model, root / "sys");
    write_proc(model, root / "proc");
}

}  // namespace hopbench::sim
