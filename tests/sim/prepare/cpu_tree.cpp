#include "tests/sim/prepare/cpu_tree.hpp"

#include <sstream>
#include <string>

#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/prepare/root_files.hpp"

namespace hopbench::sim {
namespace {

namespace fs = std::filesystem;

constexpr int kLocalDistance = 10;
constexpr int kRemoteDistance = 32;

std::vector<int> cpus_of(const NumaNodeModel& node) {
    return parse_cpu_list(node.cpus).value_or(std::vector<int>{});
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

void write_memory_node(const MachineModel& model, const NumaNodeModel& node, const fs::path& at) {
    write_line(at / "cpulist", node.cpus);
    write_line(at / "cpumap", cpu_mask(cpus_of(node)));
    write_line(at / "distance", joined(model, ' ', [&node](const NumaNodeModel& other) {
                   return std::to_string(other.id == node.id ? kLocalDistance : kRemoteDistance);
               }));
    const auto kib = std::to_string(static_cast<long long>(node.memory_gib * 1024 * 1024));
    std::string memory;
    for (const auto& [name, value] :
         {std::pair<const char*, std::string>{"MemTotal", kib}, {"MemFree", kib}, {"MemUsed", "0"}})
        memory += (memory.empty() ? "Node " : "\nNode ") + std::to_string(node.id) + " " + name +
                  ":       " + value + " kB";
    write_line(at / "meminfo", memory);
}

void write_cpu(const NumaNodeModel& node, int cpu, int core, const std::string& package,
               const fs::path& folder) {
    const auto topology = folder / "topology";
    write_line(topology / "physical_package_id", std::to_string(node.id));
    write_line(topology / "core_id", std::to_string(core));
    // The names that every kernel and reader knows; newer ones repeat them.
    write_line(topology / "thread_siblings", cpu_mask({cpu}));
    write_line(topology / "thread_siblings_list", std::to_string(cpu));
    write_line(topology / "core_siblings", package);
    write_line(topology / "core_siblings_list", node.cpus);
}

}  // namespace

void write_cpu_tree(const MachineModel& model, const fs::path& sys) {
    const auto system = sys / "devices" / "system";
    const auto ids =
        joined(model, ',', [](const NumaNodeModel& node) { return std::to_string(node.id); });
    for (const char* name : {"online", "possible", "has_cpu", "has_memory", "has_normal_memory"})
        write_line(system / "node" / name, ids);
    const auto cpus = joined(model, ',', [](const NumaNodeModel& node) { return node.cpus; });
    for (const char* name : {"online", "possible", "present"})
        write_line(system / "cpu" / name, cpus);
    for (const auto& node : model.numa_nodes) {
        write_memory_node(model, node, system / "node" / ("node" + std::to_string(node.id)));
        int core = 0;
        const auto package = cpu_mask(cpus_of(node));
        for (const int cpu : cpus_of(node))
            write_cpu(node, cpu, core++, package, system / "cpu" / ("cpu" + std::to_string(cpu)));
    }
}

}  // namespace hopbench::sim
