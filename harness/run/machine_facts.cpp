#include "harness/run/machine_facts.hpp"

#include <algorithm>

#include "harness/report/durable_file.hpp"
#include "harness/run/captured_machine.hpp"

namespace hopbench {

std::vector<Gpu> gpus_of(const MachineFacts& facts) {
    std::vector<Gpu> gpus;
    for (const auto& device : facts.probe.devices) {
        Gpu gpu{.index = device.index,
                .name = device.name,
                .uuid = device.uuid,
                .bdf = device.bdf,
                .numa_node = {},
                .numa_source = {}};
        const auto node = facts.topology.node_of_gpu.find(device.index);
        if (node != facts.topology.node_of_gpu.end()) {
            gpu.numa_node = node->second;
            gpu.numa_source = facts.topology.numa_source;
        }
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

std::string gpu_model_of(const MachineFacts& facts, const std::vector<int>& gpus) {
    std::vector<std::string> names;
    for (const auto& device : facts.probe.devices)
        if (std::find(gpus.begin(), gpus.end(), device.index) != gpus.end() &&
            std::find(names.begin(), names.end(), device.name) == names.end())
            names.push_back(device.name);
    std::string text;
    for (const auto& name : names) text.append(text.empty() ? "" : " + ").append(name);
    return text;
}

void write_machine_file(const std::filesystem::path& file, const MachineFacts& facts) {
    Machine machine = facts.captured;
    add_probe_facts(machine, facts.probe);
    auto& system = machine.part("system", "");
    add_fact(system, "platform", facts.platform, "hopbench");
    for (const auto& gpu : gpus_of(facts)) {
        auto& part = machine.part("gpu", gpu.bdf);
        if (gpu.numa_node)
            add_fact(part, "true_numa_node", static_cast<std::int64_t>(*gpu.numa_node),
                     gpu.numa_source);
        else
            add_unreadable(part, "true_numa_node", "--map, --numa", "not stated");
    }
    write_durably(file, machine_text(machine, facts.probe.model), Overwrite::yes);
}

}  // namespace hopbench
