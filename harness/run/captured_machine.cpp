#include "harness/run/captured_machine.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/run/capture_output.hpp"
#include "harness/topology/capture.hpp"
#include "harness/topology/machine_json.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr double nvml_seconds = 30;
constexpr const char* nvml_source = "NVML";
constexpr const char* cuda_source = "CUDA runtime";

std::string why_failed(const Captured& said) {
    if (!said.ended) return "no answer within 30 s";
    if (said.signalled) return fmt::format("its reader was ended by signal {}", said.code);
    const auto line = last_line(said.err);
    return line.empty() ? fmt::format("its reader ended with exit status {}", said.code) : line;
}

void add_device(Machine& machine, const ProbedDevice& device) {
    auto& part = machine.part("gpu", device.bdf);
    add_fact(part, "cuda_index", static_cast<std::int64_t>(device.index), cuda_source);
    add_fact(part, "name", device.name, cuda_source);
    add_fact(part, "uuid", device.uuid, cuda_source);
    add_fact(part, "compute_capability",
             std::vector<std::int64_t>(device.sm.begin(), device.sm.end()), cuda_source);
    add_fact(part, "memory_bytes", static_cast<std::int64_t>(device.memory_bytes), cuda_source);
    add_fact(part, "multiprocessors", static_cast<std::int64_t>(device.multiprocessors),
             cuda_source);
    if (device.host_numa_id)
        add_fact(part, "host_numa_id", static_cast<std::int64_t>(*device.host_numa_id),
                 cuda_source);
    else
        add_unreadable(part, "host_numa_id", cuda_source, "the driver does not say");
}

}  // namespace

void add_probe_facts(Machine& machine, const Probe& probe) {
    auto& system = machine.part("system", "");
    add_fact(system, "cuda_driver_version", probe.driver_version, cuda_source);
    add_fact(system, "cuda_runtime_version", probe.runtime_version, cuda_source);
    for (const auto& device : probe.devices) add_device(machine, device);
    const auto& matrix = probe.can_access_peer;
    for (std::size_t from = 0; from < matrix.size() && from < probe.devices.size(); ++from)
        for (std::size_t to = 0; to < matrix[from].size() && to < probe.devices.size(); ++to)
            if (from != to)
                add_fact(
                    machine.part("gpu-pair", probe.devices[from].bdf + " " + probe.devices[to].bdf),
                    "can_access_peer", matrix[from][to] != 0, cuda_source);
}

void add_nvml_facts_of_child(Machine& machine, const DriverSources& drivers) {
    auto& system = machine.part("system", "");
    try {
        const auto said = capture_output({drivers.hopbench.string(), "nvml-facts"},
                                         drivers.environment, nvml_seconds);
        if (!said.ended || said.signalled || said.code != 0) {
            add_unreadable(system, "gpus", nvml_source, why_failed(said));
            return;
        }
        const json document = json::parse(said.out, nullptr, false);
        if (!document.is_object() || !document.contains("parts"))
            throw usage_error("nvml-facts", "its answer is not valid JSON", "");
        add_parts(machine, document["parts"], "nvml-facts");
    } catch (const Error& error) {
        add_unreadable(system, "gpus", nvml_source, error.why());
    }
}

Machine capture_machine(const std::filesystem::path& root, const DriverSources& drivers) {
    Machine machine = capture_machine(root);
    if (!drivers.hopbench.empty()) add_nvml_facts_of_child(machine, drivers);
    if (drivers.bench.empty()) {
        if (!drivers.bench_missing.empty())
            add_unreadable(machine.part("system", ""), "gpus", cuda_source, drivers.bench_missing);
        return machine;
    }
    try {
        add_probe_facts(machine, probe_machine(drivers.bench, drivers.environment));
    } catch (const Error& error) {
        add_unreadable(machine.part("system", ""), "gpus", cuda_source, error.why());
    }
    return machine;
}

std::string machine_text(const Machine& machine, const std::optional<ModelIdentity>& model) {
    ordered_json identity = nullptr;
    if (model) identity = {{"name", model->name}, {"sha256", model->sha256}};
    const ordered_json head{{"schema", "hopbench.machine/1"},
                            {"root", machine.root},
                            {"simulated", model.has_value()},
                            {"model", std::move(identity)}};
    auto text = head.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    text.pop_back();
    return text + ",\"parts\":" + parts_json(machine) + "}\n";
}

}  // namespace hopbench
