#include "harness/run/simulated_machine.hpp"

#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/protocol/json_fields.hpp"
#include "harness/run/capture_output.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using protocol::Fields;

constexpr const char* where = "hopbench-sim-prepare";
constexpr const char* remedy = "build hopbench and the simulated stack from one source";
constexpr double prepare_seconds = 60;

/// The tool's own line becomes hopbench's.
Error error_of(const Captured& said) {
    const auto line = parse_error_line(last_line(said.err));
    const bool unfit = said.code == static_cast<int>(Exit::unfit) && !said.signalled;
    return {unfit ? Exit::unfit : Exit::usage, line.what.empty() ? where : line.what,
            line.why.empty() ? "failed without a word" : line.why, line.remedy};
}

}  // namespace

SimulatedMachine parse_simulation(const std::string& text) {
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded()) throw usage_error(where, "its answer is not valid JSON", remedy);
    const Fields fields(document, where, remedy);
    if (fields.text("schema") != "hopbench.sim-prepare/1")
        fields.fail("field \"schema\" is \"" + fields.text("schema") +
                    "\", not \"hopbench.sim-prepare/1\"");
    SimulatedMachine machine{
        .model = {.name = fields.text("name"), .sha256 = fields.text("sha256")},
        .gpu_model = fields.text("gpu_model"),
        .topology = {.node_of_gpu = {}, .numa_source = "model", .links = {}},
        .environment = {}};
    for (const auto& entry : fields.array("gpus")) {
        const Fields gpu(entry, std::string(where) + ": gpus", remedy);
        machine.topology.node_of_gpu[gpu.integer<int>("index", 0, 4096)] =
            gpu.integer<int>("true_numa", 0, 4096);
    }
    for (const auto& entry : fields.array("links")) {
        const Fields link(entry, std::string(where) + ": links", remedy);
        machine.topology.links.push_back({.a = link.text("a"), .b = link.text("b")});
    }
    const Fields variables(fields.at("environment"), std::string(where) + ": environment", remedy);
    for (const auto& [name, value] : fields.at("environment").items())
        machine.environment[name] = variables.text(name.c_str());
    return machine;
}

SimulatedMachine prepare_simulation(const SimulationRequest& request,
                                    const Environment& environment) {
    std::vector<std::string> argv{request.program.string(), "--model", request.model.string()};
    if (!request.sim_set.empty()) argv.insert(argv.end(), {"--set", request.sim_set});
    if (!request.root.empty()) argv.insert(argv.end(), {"--root", request.root.string()});
    auto variables = environment;
    variables.erase("HOPBENCH_SIM_SET");  // it is in sim_set already
    if (request.beside_real_driver) variables["HOPBENCH_SIM_ANYWAY"] = "1";
    const auto said = capture_output(argv, variables, prepare_seconds);
    if (!said.ended) throw usage_error(where, "no answer within 60 s", remedy);
    if (said.signalled || said.code != 0) throw error_of(said);
    auto machine = parse_simulation(said.out);
    machine.environment["HOPBENCH_SIM_SET"] = request.sim_set;
    return machine;
}

}  // namespace hopbench
