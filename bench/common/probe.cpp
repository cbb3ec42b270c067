#include "bench/common/probe.hpp"

#include <nlohmann/json.hpp>

#include "bench/common/simulation_marker.hpp"

namespace hopbench {
namespace {

using nlohmann::ordered_json;

ordered_json device_json(const DeviceFacts& device) {
    ordered_json node = nullptr;
    if (device.host_numa_id) node = *device.host_numa_id;
    return {{"index", device.index},
            {"name", device.name},
            {"uuid", device.uuid},
            {"bdf", device.bdf},
            {"sm", device.sm},
            {"memory_bytes", device.memory_bytes},
            {"multiprocessors", device.multiprocessors},
            {"host_numa_id", node}};
}

/// Row: the device that accesses; column: the peer. A device does not count as its own peer.
ordered_json peer_matrix(int devices) {
    ordered_json rows = ordered_json::array();
    for (int from = 0; from < devices; ++from) {
        ordered_json row = ordered_json::array();
        for (int to = 0; to < devices; ++to)
            row.push_back(from != to && can_access_peer(from, to) ? 1 : 0);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::string probe_json(const Machine& machine) {
    const auto model = simulated_model();
    ordered_json model_json = nullptr;
    if (model) model_json = {{"name", model->name}, {"sha256", model->sha256}};
    ordered_json devices = ordered_json::array();
    for (const auto& device : machine.facts()) devices.push_back(device_json(device));
    const ordered_json probe = {{"schema", "hopbench.probe/1"},
                                {"simulated", model.has_value()},
                                {"model", model_json},
                                {"driver_version", driver_version()},
                                {"runtime_version", runtime_version()},
                                {"devices", devices},
                                {"can_access_peer", peer_matrix(machine.size())}};
    return probe.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace hopbench
