#include "tests/sim/model/model_reader.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/sim/model/fault_reader.hpp"
#include "tests/sim/model/json_cursor.hpp"
#include "tests/sim/model/model_check.hpp"
#include "tests/sim/model/model_error.hpp"
#include "tests/sim/model/model_set.hpp"
#include "tests/sim/model/sha256.hpp"

namespace hopbench::sim {
namespace {

using nlohmann::json;

// Fields that a file may leave out; filled in first so that assignments can reach them.
void add_defaults(json& document) {
    const auto fill = [&document](const char* section, const json& defaults) {
        if (!document.contains(section)) document[section] = json::object();
        if (!document[section].is_object()) return;
        for (const auto& [key, value] : defaults.items())
            if (!document[section].contains(key)) document[section][key] = value;
    };
    fill("noise", {{"seed", 1},
                   {"session_sd", 0.0},
                   {"invocation_sd", 0.0},
                   {"sample_sd", 0.0},
                   {"outlier_rate", 0.0},
                   {"outlier_factor", 3.0},
                   {"drift_per_hour", 0.0}});
    fill("scale", {{"latency", 1.0},
                   {"bandwidth", 1.0},
                   {"cross_numa_latency", 1.0},
                   {"cross_numa_bandwidth", 1.0}});
    fill("nccl", {{"version", "2.28.9"},
                  {"base_ns", 4000},
                  {"ll_step_ns", 1500},
                  {"simple_step_ns", 4200},
                  {"ll_efficiency", 0.4},
                  {"simple_efficiency", 0.85},
                  {"channel_gbps", 11}});
    if (!document.contains("faults")) document["faults"] = json::array();
}

NumaNodeModel read_node(const JsonCursor& from) {
    from.allow_only({"id", "cpus", "memory_gib", "memory_gbps", "cpu"});
    const auto cpu = from.object("cpu");
    cpu.allow_only({"vendor", "family", "model"});
    return {.id = static_cast<int>(from.integer("id", 0, 1023)),
            .cpus = from.text("cpus"),
            .memory_gib = from.positive("memory_gib"),
            .memory_gbps = from.positive("memory_gbps"),
            .cpu_vendor = cpu.text("vendor"),
            .cpu_family = static_cast<int>(cpu.integer("family", 0, 255)),
            .cpu_model = static_cast<int>(cpu.integer("model", 0, 255))};
}

GpuModel read_gpu(const JsonCursor& from) {
    from.allow_only({"bdf", "root_port", "host_bdf", "uuid", "name", "sm", "true_numa",
                     "sysfs_numa", "port", "memory_gib", "memory_gbps", "memory_latency_ns", "sms",
                     "clock_ghz"});
    const auto& sm = from.at("sm");
    if (!sm.is_array() || sm.size() != 2 || !sm[0].is_number_unsigned() ||
        !sm[1].is_number_unsigned() || sm[0] < 5U || sm[0] > 99U || sm[1] > 9U)
        throw ModelError(from.path_of("sm"), sm.dump() + " is no compute capability",
                         "write it as [12,0]");
    const auto port = from.object("port");
    port.allow_only({"speed", "width"});
    return {.bdf = from.text("bdf"),
            .root_port = from.text("root_port"),
            .host_bdf = from.text("host_bdf"),
            .uuid = from.text("uuid"),
            .name = from.text("name"),
            .sm_major = sm[0].get<int>(),
            .sm_minor = sm[1].get<int>(),
            .true_numa = static_cast<int>(from.integer("true_numa", 0, 1023)),
            .sysfs_numa = static_cast<int>(from.integer("sysfs_numa", -1, 1023)),
            .port_speed = port.text("speed"),
            .port_width = static_cast<int>(port.integer("width", 1, 32)),
            .memory_gib = from.number("memory_gib", 1e-3, 255),
            .memory_gbps = from.positive("memory_gbps"),
            .memory_latency_ns = from.not_negative("memory_latency_ns"),
            .sms = static_cast<int>(from.integer("sms", 1, 100000)),
            .clock_ghz = from.number("clock_ghz", 0.01, 100)};
}

LinkModel read_link(const JsonCursor& from) {
    from.allow_only({"a", "b", "gbps", "latency_ns"});
    return {.a = from.text("a"),
            .b = from.text("b"),
            .gbps = from.positive("gbps"),
            .latency_ns = from.not_negative("latency_ns")};
}

NoiseModel read_noise(const JsonCursor& from) {
    from.allow_only({"seed", "session_sd", "invocation_sd", "sample_sd", "outlier_rate",
                     "outlier_factor", "drift_per_hour"});
    return {.seed = static_cast<std::uint64_t>(from.integer("seed", 0, INT64_MAX)),
            .session_sd = from.number("session_sd", 0, 10),
            .invocation_sd = from.number("invocation_sd", 0, 10),
            .sample_sd = from.number("sample_sd", 0, 10),
            .outlier_rate = from.number("outlier_rate", 0, 1),
            .outlier_factor = from.number("outlier_factor", 1e-3, 1e6),
            .drift_per_hour = from.number("drift_per_hour", -100, 100)};
}

ScaleModel read_scale(const JsonCursor& from) {
    from.allow_only({"latency", "bandwidth", "cross_numa_latency", "cross_numa_bandwidth"});
    return {.latency = from.number("latency", 1e-3, 1e6),
            .bandwidth = from.number("bandwidth", 1e-6, 1e6),
            .cross_numa_latency = from.number("cross_numa_latency", 1e-3, 1e6),
            .cross_numa_bandwidth = from.number("cross_numa_bandwidth", 1e-6, 1e6)};
}

CopyModel read_copy(const JsonCursor& from) {
    from.allow_only({"engine_startup_ns", "staged_startup_ns", "staged_gbps", "submit_ns",
                     "kernel_launch_ns", "wake_ns"});
    return {.engine_startup_ns = from.not_negative("engine_startup_ns"),
            .staged_startup_ns = from.not_negative("staged_startup_ns"),
            .staged_gbps = from.positive("staged_gbps"),
            .submit_ns = from.not_negative("submit_ns"),
            .kernel_launch_ns = from.not_negative("kernel_launch_ns"),
            .wake_ns = from.not_negative("wake_ns")};
}

TimingModel read_timing(const JsonCursor& from) {
    from.allow_only({"event_quantum_ns", "gate_intercept_ns", "clock_read_ns"});
    return {.event_quantum_ns = from.not_negative("event_quantum_ns"),
            .gate_intercept_ns = from.not_negative("gate_intercept_ns"),
            .clock_read_ns = from.not_negative("clock_read_ns")};
}

NcclModel read_nccl(const JsonCursor& from) {
    from.allow_only({"version", "base_ns", "ll_step_ns", "simple_step_ns", "ll_efficiency",
                     "simple_efficiency", "channel_gbps"});
    return {.version = from.text("version"),
            .base_ns = from.not_negative("base_ns"),
            .ll_step_ns = from.not_negative("ll_step_ns"),
            .simple_step_ns = from.not_negative("simple_step_ns"),
            .ll_efficiency = from.number("ll_efficiency", 1e-3, 1),
            .simple_efficiency = from.number("simple_efficiency", 1e-3, 1),
            .channel_gbps = from.positive("channel_gbps")};
}

PeerModel read_peer(const JsonCursor& from) {
    from.allow_only({"can_access", "nvml_status", "delivers"});
    return {.can_access = from.boolean("can_access"),
            .nvml_status = from.text("nvml_status"),
            .delivers = from.boolean("delivers")};
}

json parse_json(const std::string& bytes) {
    try {
        return json::parse(bytes);
    } catch (const json::exception& error) {
        throw ModelError("file", std::string("is not JSON: ") + error.what(), "correct it");
    }
}

}  // namespace

int MachineModel::node_index(int id) const {
    for (std::size_t i = 0; i < numa_nodes.size(); ++i)
        if (numa_nodes[i].id == id) return static_cast<int>(i);
    return -1;
}

MachineModel parse_model(const std::string& bytes, const std::string& file,
                         const std::string& assignments) {
    auto document = parse_json(bytes);
    const JsonCursor top(document, "");
    if (top.text("schema") != "hopbench.machine-model/1")
        throw ModelError("schema", "is " + top.at("schema").dump(),
                         "this is a reader of hopbench.machine-model/1");
    add_defaults(document);
    apply_assignments(document, assignments);
    top.allow_only({"schema", "name", "numa_nodes", "gpus", "links", "p2p", "noise", "scale",
                    "nccl", "copy", "timing", "api_ns", "faults", "nics"});

    MachineModel model;
    model.file = file;
    model.sha256 = sha256_hex(bytes);
    model.name = top.text("name");
    for (const auto& node : top.list("numa_nodes", kMaxNodes))
        model.numa_nodes.push_back(read_node(node));
    for (const auto& gpu : top.list("gpus", kMaxGpus)) model.gpus.push_back(read_gpu(gpu));
    for (const auto& link : top.list("links", 256)) model.links.push_back(read_link(link));
    model.p2p = read_peer(top.object("p2p"));
    model.noise = read_noise(top.object("noise"));
    model.scale = read_scale(top.object("scale"));
    model.copy = read_copy(top.object("copy"));
    model.timing = read_timing(top.object("timing"));
    model.nccl = read_nccl(top.object("nccl"));
    const auto costs = top.object("api_ns");
    for (const auto& name : costs.keys()) model.api_ns[name] = costs.not_negative(name.c_str());
    for (const auto& fault : top.list("faults", 1000))
        model.faults.push_back(read_fault(fault, model.gpu_count()));
    if (top.has("nics"))
        for (const auto& nic : top.list("nics", 64)) model.nics.push_back(nic.text("type"));
    check_model(model);
    return model;
}

MachineModel read_model(const std::string& file, const std::string& assignments) {
    std::error_code unreadable;  // opening a directory succeeds, reading it throws
    if (std::filesystem::is_directory(file, unreadable))
        throw ModelError("file", "is a directory", "name the JSON file of a machine model");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw ModelError("file", "cannot be read", "check the path and its permissions");
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    return parse_model(bytes, file, assignments);
}

}  // namespace hopbench::sim
