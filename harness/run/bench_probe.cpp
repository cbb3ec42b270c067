#include "harness/run/bench_probe.hpp"

#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/protocol/json_fields.hpp"
#include "harness/run/capture_output.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using protocol::Fields;

constexpr const char* remedy = "build hopbench and its benches from one source";
constexpr double probe_seconds = 120;  // eight contexts on a cold driver take about ten

ProbedDevice read_device(const json& entry, const std::string& where) {
    const Fields fields(entry, where + ": devices", remedy);
    ProbedDevice device{
        .index = fields.integer<int>("index", 0, 4096),
        .name = fields.text("name"),
        .uuid = fields.text("uuid"),
        .bdf = fields.text("bdf"),
        .sm = {},
        .memory_bytes = fields.integer<std::uint64_t>("memory_bytes", 0, UINT64_MAX),
        .multiprocessors = fields.integer<int>("multiprocessors", 0, 1 << 20),
        .host_numa_id = {}};
    for (const auto& part : fields.array("sm")) {
        if (!part.is_number_integer()) fields.fail("field \"sm\" holds no numbers");
        device.sm.push_back(part.get<int>());
    }
    if (fields.find("host_numa_id"))
        device.host_numa_id = fields.integer<int>("host_numa_id", -1, 4096);
    return device;
}

}  // namespace

Probe parse_probe(const std::string& text, const std::string& where) {
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded()) throw usage_error(where, "its answer is not valid JSON", remedy);
    const Fields fields(document, where, remedy);
    if (fields.text("schema") != "hopbench.probe/1")
        fields.fail("field \"schema\" is \"" + fields.text("schema") +
                    "\", not \"hopbench.probe/1\"");
    Probe probe{.model = {},
                .driver_version = fields.text("driver_version"),
                .runtime_version = fields.text("runtime_version"),
                .devices = {},
                .can_access_peer = {}};
    if (const auto* model = fields.find("model")) {
        const Fields m(*model, where + ": model", remedy);
        probe.model = ModelIdentity{.name = m.text("name"), .sha256 = m.text("sha256")};
    }
    for (const auto& entry : fields.array("devices"))
        probe.devices.push_back(read_device(entry, where));
    for (const auto& row : fields.array("can_access_peer")) {
        auto& values = probe.can_access_peer.emplace_back();
        if (!row.is_array()) fields.fail("field \"can_access_peer\" is no matrix");
        for (const auto& value : row) {
            if (!value.is_number_integer()) fields.fail("field \"can_access_peer\" is no matrix");
            values.push_back(value.get<int>());
        }
    }
    return probe;
}

Probe probe_machine(const std::filesystem::path& bench, const Environment& environment) {
    const auto said = capture_output({bench.string(), "--probe"}, environment, probe_seconds);
    const std::string where = bench.filename().string() + " --probe";
    if (!said.ended)
        throw unfit_error(where, "no answer within 120 s", "check the driver with nvidia-smi");
    if (said.signalled)
        throw unfit_error(where, "ended by signal " + std::to_string(said.code),
                          "check the driver with nvidia-smi");
    if (said.code == static_cast<int>(Exit::unfit)) {
        const auto line = parse_error_line(last_line(said.err));
        throw unfit_error("no usable GPU",
                          line.why.empty() ? "the bench found no CUDA device" : line.why,
                          "run on a machine with GPUs, or without one: --simulate "
                          "tests/machines/proxmox-vm-8x-rtx-pro-6000.json");
    }
    if (said.code != 0)
        throw usage_error(
            where, "exit status " + std::to_string(said.code) + ": " + last_line(said.err), remedy);
    return parse_probe(said.out, where);
}

}  // namespace hopbench
