#include "tests/sim/model/model_check.hpp"

#include <regex>
#include <set>

#include "tests/sim/engine/link_graph.hpp"
#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/model/model_error.hpp"
#include "tests/sim/model/runtime_names.hpp"

namespace hopbench::sim {
namespace {

std::string at(const char* list, std::size_t index, const char* field) {
    return std::string(list) + "." + std::to_string(index) + "." + field;
}

void check_nodes(const MachineModel& model) {
    if (model.numa_nodes.empty())
        throw ModelError("numa_nodes", "is empty", "describe at least one node");
    std::set<int> ids;
    std::set<int> all_cpus;
    for (std::size_t i = 0; i < model.numa_nodes.size(); ++i) {
        const auto& node = model.numa_nodes[i];
        if (!ids.insert(node.id).second)
            throw ModelError(at("numa_nodes", i, "id"), "is used twice",
                             "give every node its own id");
        const auto cpus = parse_cpu_list(node.cpus);
        if (!cpus)
            throw ModelError(at("numa_nodes", i, "cpus"), "\"" + node.cpus + "\" is no CPU list",
                             "write it as 0-63,128");
        for (const int cpu : *cpus)
            if (!all_cpus.insert(cpu).second)
                throw ModelError(at("numa_nodes", i, "cpus"),
                                 "CPU " + std::to_string(cpu) + " is listed twice",
                                 "a CPU belongs to one node");
    }
}

void check_address(const std::string& field, const std::string& text) {
    static const std::regex kBdf("[0-9a-f]{4}:[0-9a-f]{2}:[01][0-9a-f]\\.[0-7]");
    if (!std::regex_match(text, kBdf))
        throw ModelError(field, "\"" + text + "\" is no PCI address",
                         "write it as 0000:81:00.0, lower case");
}

void check_gpu(const MachineModel& model, std::size_t i) {
    // The letters SIMULATED in ASCII: a UUID that cannot be taken for a real board's.
    static const std::regex kUuid("GPU-53494d55-4c41-5445-44[0-9a-f]{2}-[0-9a-f]{12}");
    const auto& gpu = model.gpus[i];
    check_address(at("gpus", i, "bdf"), gpu.bdf);
    check_address(at("gpus", i, "root_port"), gpu.root_port);
    check_address(at("gpus", i, "host_bdf"), gpu.host_bdf);
    if (!std::regex_match(gpu.uuid, kUuid))
        throw ModelError(
            at("gpus", i, "uuid"), "\"" + gpu.uuid + "\" is not marked as simulated",
            "write GPU-53494d55-4c41-5445-44xx-xxxxxxxxxxxx with lower-case hex digits for x");
    if (gpu.name.rfind("SIMULATED", 0) != 0 || gpu.name.size() > 255)
        throw ModelError(at("gpus", i, "name"),
                         "\"" + gpu.name + "\" does not start with SIMULATED",
                         "mark it so that nobody takes the numbers for a real device's");
    if (model.node_index(gpu.true_numa) < 0)
        throw ModelError(at("gpus", i, "true_numa"),
                         "there is no node " + std::to_string(gpu.true_numa),
                         "use an id of numa_nodes");
    static const std::regex kSpeed("[0-9]+(\\.[0-9]+)? GT/s( PCIe)?");
    if (!std::regex_match(gpu.port_speed, kSpeed))
        throw ModelError(at("gpus", i, "port.speed"), "\"" + gpu.port_speed + "\" is no link speed",
                         "write it as sysfs does: 32.0 GT/s PCIe");
    for (std::size_t j = 0; j < i; ++j) {
        if (model.gpus[j].bdf == gpu.bdf)
            throw ModelError(at("gpus", i, "bdf"), "is that of GPU " + std::to_string(j),
                             "addresses are unique");
        if (model.gpus[j].uuid == gpu.uuid)
            throw ModelError(at("gpus", i, "uuid"), "is that of GPU " + std::to_string(j),
                             "UUIDs are unique");
    }
}

void check_reach(const MachineModel& model, const LinkGraph& graph) {
    for (int gpu = 0; gpu < model.gpu_count(); ++gpu)
        for (std::size_t node = 0; node < model.numa_nodes.size(); ++node)
            if (!graph.path(graph.gpu(gpu), graph.node(static_cast<int>(node))))
                throw ModelError("links",
                                 "gpu" + std::to_string(gpu) + " has no way to node" +
                                     std::to_string(model.numa_nodes[node].id),
                                 "connect them; GPUs forward nothing");
}

}  // namespace

void check_model(const MachineModel& model) {
    if (model.name.empty()) throw ModelError("name", "is empty", "name the machine");
    check_nodes(model);
    if (model.gpus.empty()) throw ModelError("gpus", "is empty", "describe at least one GPU");
    for (std::size_t i = 0; i < model.gpus.size(); ++i) check_gpu(model, i);
    if (model.api_ns.count("default") == 0)
        throw ModelError("api_ns.default", "is missing",
                         "give the cost of calls that are not listed");
    for (const auto& [name, cost] : model.api_ns)
        if (name != "default" && runtime_function_index(name) < 0)
            throw ModelError("api_ns." + name, "is no function of the runtime or of NCCL",
                             "correct its name");
    static const std::regex kVersion("2\\.[0-9]{1,2}\\.[0-9]{1,2}");
    if (!std::regex_match(model.nccl.version, kVersion))
        throw ModelError("nccl.version", "\"" + model.nccl.version + "\" is no version of NCCL 2",
                         "write it as 2.28.9");
    check_reach(model, LinkGraph(model));  // the graph's constructor checks the ends of the links
}

}  // namespace hopbench::sim
