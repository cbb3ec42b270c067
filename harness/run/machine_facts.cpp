#include "harness/run/machine_facts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/durable_file.hpp"

namespace hopbench {

using nlohmann::ordered_json;

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
    const auto& probe = facts.probe;
    ordered_json gpus = ordered_json::array();
    const auto known = gpus_of(facts);
    for (std::size_t i = 0; i < known.size(); ++i) {
        const auto& device = probe.devices[i];
        ordered_json gpu{{"index", device.index},
                         {"name", device.name},
                         {"uuid", device.uuid},
                         {"bdf", device.bdf},
                         {"sm", device.sm},
                         {"memory_bytes", device.memory_bytes},
                         {"multiprocessors", device.multiprocessors},
                         {"host_numa_id", nullptr},
                         {"numa_node", nullptr},
                         {"numa_source", nullptr}};
        if (device.host_numa_id) gpu["host_numa_id"] = *device.host_numa_id;
        if (known[i].numa_node) gpu["numa_node"] = *known[i].numa_node;
        if (known[i].numa_node) gpu["numa_source"] = known[i].numa_source;
        gpus.push_back(std::move(gpu));
    }
    ordered_json model = nullptr;
    if (probe.model) model = {{"name", probe.model->name}, {"sha256", probe.model->sha256}};
    const ordered_json document{{"schema", "hopbench.machine/1"},
                                {"simulated", facts.simulated()},
                                {"model", std::move(model)},
                                {"platform", facts.platform},
                                {"kernel", facts.kernel},
                                {"driver_version", probe.driver_version},
                                {"runtime_version", probe.runtime_version},
                                {"gpus", std::move(gpus)},
                                {"can_access_peer", probe.can_access_peer}};
    write_durably(file, document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n",
                  Overwrite::yes);
}

}  // namespace hopbench
