#include "harness/run/prepared_run.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cmath>

#include "harness/model/error.hpp"
#include "harness/plan/gpu_selection.hpp"
#include "harness/plan/labels.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/host_facts.hpp"
#include "harness/run/locate.hpp"
#include "harness/run/resume_options.hpp"

namespace hopbench {
namespace {

constexpr const char* first_bench = "hopbench-latency";  // every bench answers --probe alike

int available_cpus() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
}

std::string global_sim_set(const Environment& own) {
    const auto found = own.find("HOPBENCH_SIM_SET");
    return found == own.end() ? std::string() : found->second;
}

SimulationRequest request_for(const SimulationRequest& base, const Variant& variant) {
    auto request = base;
    request.sim_set = join_sim_set(base.sim_set, sim_set_of(variant));
    return request;
}

SimulationRequest simulation_request(const RunOptions& options, const Environment& own,
                                     const std::filesystem::path& beside) {
    const auto anyway = own.find("HOPBENCH_SIM_ANYWAY");
    return {.program = locate_simulation(own, beside),
            .model = std::filesystem::absolute(options.model),
            .sim_set = global_sim_set(own),
            .root = {},
            .beside_real_driver =
                options.beside_real_driver || (anyway != own.end() && anyway->second == "1")};
}

/// Environments of all variants; the model is validated with the assignments of each.
std::vector<Environment> variant_environments(const PreparedRun& run,
                                              const std::vector<Variant>& variants,
                                              Topology& topology) {
    std::vector<Environment> environments;
    for (const auto& variant : variants) {
        Environment simulation;
        if (run.simulation) {
            // Without assignments of its own a variant is on the baseline's machine.
            const bool same = !environments.empty() && sim_set_of(variant).empty();
            auto machine = same
                               ? SimulatedMachine{}
                               : prepare_simulation(request_for(*run.simulation, variant), run.own);
            if (environments.empty()) topology = machine.topology;
            simulation = std::move(machine.environment);
            if (same) simulation = environments.front();
        }
        environments.push_back(variant_environment(run.own, variant, simulation));
    }
    return environments;
}

/// The model is known to be good: what goes wrong now is the disk.
SimulatedMachine prepare_root(const SimulationRequest& request, const Environment& own) {
    try {
        return prepare_simulation(request, own);
    } catch (const Error& error) {
        throw usage_error(error.subject(), error.why(), "free space and go on with --resume");
    }
}

double default_deadline(const Plan& plan, bool simulated, int parallel) {
    double seconds = 0;
    for (const auto& executable : plan.executables)
        seconds = std::max(
            seconds, simulated ? executable.simulated_seconds * parallel : executable.seconds);
    return std::ceil(60 + 20 * seconds);
}

int parallel_invocations(const RunOptions& options, bool virtual_time) {
    if (options.parallel < 0 || options.parallel > 1024)
        throw usage_error(fmt::format("--jobs {}", options.parallel), "out of range",
                          "use 1 to 1024");
    if (virtual_time) return options.parallel > 0 ? options.parallel : available_cpus();
    if (options.parallel > 1)
        throw usage_error(fmt::format("--jobs {}", options.parallel),
                          "on real GPUs invocations would disturb each other",
                          "leave it out; it is for --simulate");
    return 1;
}

MachineFacts facts_of(const RunOptions& options, Probe probe, Topology topology) {
    const bool simulated = probe.model.has_value();
    MachineFacts facts{.probe = std::move(probe),
                       .topology = std::move(topology),
                       .platform = simulated ? "simulated" : host_platform(),
                       .kernel = simulated ? "" : host_kernel(),
                       .host = host_name(),
                       .boot_id = boot_id()};
    if (facts.topology.node_of_gpu.empty() && !options.numa.empty()) {
        facts.topology.node_of_gpu = parse_numa(options.numa, gpus_of(facts));
        facts.topology.numa_source = "--numa";
    }
    return facts;
}

Plan plan_of(const RunOptions& options, const MachineFacts& facts, std::vector<Variant> variants) {
    PlanRequest request;
    request.suite = parse_suite(options.suite);
    request.cases = options.cases;
    request.machine = gpus_of(facts);
    request.gpus = select_gpus(options.gpus, request.machine);
    request.variants = std::move(variants);
    request.blocks = options.blocks;
    request.seeds = {.model_sha256 = facts.probe.model ? facts.probe.model->sha256 : "",
                     .run_seed = options.seed,
                     .session = options.session};
    return make_plan(std::move(request));
}

void check_options(const RunOptions& options) {
    (void)parse_suite(options.suite);
    if (!is_label(options.session))
        throw usage_error("--session " + options.session, "is no label",
                          "use 1 to 64 of A-Z a-z 0-9 . _ + -");
    if (!options.model.empty() && !options.numa.empty())
        throw usage_error("--numa", "under --simulate the model says where the GPUs are",
                          "leave one of the two out");
    if (options.deadline_seconds < 0 || !std::isfinite(options.deadline_seconds))
        throw usage_error("--deadline", "is no time in seconds", "use a number above 0");
}

}  // namespace

std::string PreparedRun::machine_name() const {
    const auto& facts = setup.facts;
    const auto& gpus = setup.plan.request.gpus;
    const auto model = fmt::format("{} × {}", gpus.size(), gpu_model_of(facts, gpus));
    if (facts.simulated())
        return fmt::format("the SIMULATED machine {}: {}", facts.probe.model->name, model);
    return fmt::format("this machine: {}", model);
}

PreparedRun prepare_run(const RunOptions& options, const Program& program) {
    check_options(options);
    auto variants = resolve_variants(options.variants);
    PreparedRun run;
    run.own = own_environment();
    if (!options.model.empty())
        run.simulation = simulation_request(options, run.own, program.directory);
    const auto bench = locate_bench(first_bench, run.own, program.directory);

    Topology topology;
    run.setup.environments = variant_environments(run, variants, topology);
    auto probe = probe_machine(bench, run.setup.environments.front());
    if (run.simulation && !probe.model)
        throw unfit_error("--simulate", "the bench did not come up on the simulated stack",
                          "build the benches with the shared CUDA runtime");
    run.setup.facts = facts_of(options, std::move(probe), std::move(topology));
    run.setup.plan = plan_of(options, run.setup.facts, std::move(variants));

    run.setup.frame = {.tool_version = program.version,
                       .margins = default_margins(),
                       .environment = recorded_environment(run.own),
                       .sim_set = run.setup.facts.simulated() ? global_sim_set(run.own) : ""};
    for (const auto& [kind, epsilon] : options.margins) run.setup.frame.margins[kind] = epsilon;
    run.setup.bench_directory = bench.parent_path();
    run.setup.parallel = parallel_invocations(options, run.simulation.has_value());
    run.setup.deadline_seconds =
        options.deadline_seconds > 0
            ? options.deadline_seconds
            : default_deadline(run.setup.plan, run.simulation.has_value(), run.setup.parallel);
    run.setup.options = resume_options(options, run.setup.plan, run.setup.frame);
    run.setup.command = program.command;
    return run;
}

void lay_out_roots(PreparedRun& run, const RunDirectory& directory) {
    if (!run.simulation) return;
    const auto& variants = run.setup.plan.request.variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        auto request = request_for(*run.simulation, variants[i]);
        request.root = std::filesystem::absolute(directory.sim_root()) / variants[i].name;
        const auto machine = prepare_root(request, run.own);
        run.setup.environments[i] = variant_environment(run.own, variants[i], machine.environment);
    }
}

}  // namespace hopbench
