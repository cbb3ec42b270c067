#include "harness/run/prepared_run.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cmath>

#include "harness/model/error.hpp"
#include "harness/plan/case_groups.hpp"
#include "harness/plan/gpu_selection.hpp"
#include "harness/plan/labels.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/host_facts.hpp"
#include "harness/run/locate.hpp"
#include "harness/run/numa_truth.hpp"
#include "harness/run/resume_options.hpp"
#include "harness/run/temporary_folder.hpp"
#include "harness/run/variant_files.hpp"
#include "harness/topology/numa_nodes.hpp"

namespace hopbench {
namespace {

int available_cpus() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
}

std::string global_sim_set(const Environment& own) {
    const auto found = own.find("HOPBENCH_SIM_SET");
    return found == own.end() ? std::string() : found->second;
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
    Environment baseline;
    for (const auto& variant : variants) {
        Environment simulation;
        if (run.simulation && environments.empty()) {
            auto machine = prepare_simulation(request_for(*run.simulation, variant), run.own);
            topology = std::move(machine.topology);
            simulation = baseline = std::move(machine.environment);
        } else if (run.simulation) {
            // Without assignments of its own a variant is on the baseline's machine.
            simulation = sim_set_of(variant).empty()
                             ? baseline
                             : prepare_simulation(request_for(*run.simulation, variant), run.own)
                                   .environment;
        }
        environments.push_back(variant_environment(run.own, variant, simulation));
    }
    return environments;
}

/// Far above what the longest of them takes, on a machine that does something else besides.
template <class Invocations>
double default_deadline(const Invocations& invocations, bool simulated, int parallel, double low,
                        double factor) {
    double seconds = 0;
    for (const auto& one : invocations)
        seconds = std::max(seconds, simulated ? one.simulated_seconds * parallel : one.seconds);
    return std::ceil(low + factor * seconds);
}

void set_deadlines(SessionSetup& setup, double wanted, bool simulated) {
    const auto& plan = setup.plan;
    setup.deadline_seconds =
        wanted > 0 ? wanted : default_deadline(plan.executables, simulated, setup.parallel, 60, 20);
    // Every pair that hangs costs one of these.
    setup.session_deadline_seconds =
        wanted > 0 ? wanted : default_deadline(plan.session_jobs, simulated, 1, 30, 10);
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
    facts.topology = true_topology(options, gpus_of(facts), std::move(facts.topology));
    return facts;
}

std::vector<BindingPolicy> policies_of(const RunOptions& options) {
    std::vector<BindingPolicy> policies;
    for (const auto& text : options.bindings) {
        const auto policy = parse_binding_policy(text);
        if (!policy)
            throw usage_error("--bind " + text, "no such policy",
                              "use none, gpu-local, node:N or remote");
        if (std::find(policies.begin(), policies.end(), *policy) == policies.end())
            policies.push_back(*policy);
    }
    if (policies.empty()) policies.emplace_back();
    return policies;
}

/// The nodes of the machine. A simulated one's are read from a root laid out for that and removed
/// again: two thousand files, so only for a plan that depends on them, and for fixes by nodes that
/// a user states: the model's own are there.
std::vector<NumaNodeFacts> numa_nodes_of(const PreparedRun& run, const PlanRequest& request,
                                         bool stated) {
    if (!run.simulation) return read_numa_nodes("/");
    const bool bound = std::any_of(request.bindings.begin(), request.bindings.end(),
                                   [](const BindingPolicy& one) { return one != BindingPolicy{}; });
    const bool fixed =
        stated && std::any_of(request.variants.begin(), request.variants.end(),
                              [](const Variant& variant) { return !variant.uses.empty(); });
    if (!bound && !fixed && !has_node_axis(request)) return {};
    const TemporaryFolder root;
    auto asked = request_for(*run.simulation, request.variants.front());
    asked.root = root.path();
    (void)prepare_simulation(asked, run.own);
    return read_numa_nodes(root.path());
}

Plan plan_of(const RunOptions& options, const PreparedRun& run, std::vector<Variant> variants) {
    const auto& facts = run.setup.facts;
    PlanRequest request;
    request.suite = parse_suite(options.suite);
    request.cases = options.cases;
    request.machine = gpus_of(facts);
    request.gpus = select_gpus(options.gpus, request.machine);
    request.variants = std::move(variants);
    request.bindings = policies_of(options);
    check_truth_for_fixes(request.variants, request.gpus, facts.topology);
    request.blocks = options.blocks;
    request.seeds = {.model_sha256 = facts.probe.model ? facts.probe.model->sha256 : "",
                     .run_seed = options.seed,
                     .session = options.session};
    request.numa = {
        .node_of_gpu = facts.topology.node_of_gpu,
        .nodes = numa_nodes_of(run, request, !options.numa.empty() || !options.map.empty())};
    // A user's topology file has nodes of its own.
    if (options.topo.empty())
        check_nodes_for_fixes(request.variants, request.gpus, facts.topology, request.numa.nodes);
    return make_plan(std::move(request));
}

void check_options(const RunOptions& options) {
    (void)parse_suite(options.suite);
    if (!is_label(options.session))
        throw usage_error("--session " + options.session, "is no label",
                          "use 1 to 64 of A-Z a-z 0-9 . _ + -");
    (void)policies_of(options);
    if (!options.map.empty() && !options.numa.empty())
        throw usage_error("--map and --numa", "both say where the GPUs are",
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

SimulationRequest request_for(const SimulationRequest& base, const Variant& variant) {
    auto request = base;
    request.sim_set = join_sim_set(base.sim_set, sim_set_of(variant));
    return request;
}

PreparedRun prepare_run(const RunOptions& options, const Program& program) {
    check_options(options);
    auto variants = resolve_variants(options.variants);
    check_fixes(options, variants);
    PreparedRun run;
    run.own = own_environment();
    run.user_topology = options.topo;
    if (!options.model.empty())
        run.simulation = simulation_request(options, run.own, program.directory);
    const auto bench = locate_any_bench(run.own, program.directory);

    Topology topology;
    run.setup.environments = variant_environments(run, variants, topology);
    run.setup.variant_files.resize(variants.size());
    auto probe = probe_machine(bench, run.setup.environments.front());
    if (run.simulation && !probe.model)
        throw unfit_error("--simulate", "the bench did not come up on the simulated stack",
                          "build the benches with the shared CUDA runtime");
    run.setup.facts = facts_of(options, std::move(probe), std::move(topology));
    run.setup.plan = plan_of(options, run, std::move(variants));

    run.setup.frame = {.tool_version = program.version,
                       .margins = default_margins(),
                       .environment = recorded_environment(run.own),
                       .sim_set = run.setup.facts.simulated() ? global_sim_set(run.own) : ""};
    for (const auto& [kind, epsilon] : options.margins) run.setup.frame.margins[kind] = epsilon;
    run.setup.bench_directory =
        locate_benches(executables_of(run.setup.plan), run.own, program.directory);
    run.setup.parallel = parallel_invocations(options, run.simulation.has_value());
    run.lanes = std::min(run.setup.parallel, available_cpus());
    set_deadlines(run.setup, options.deadline_seconds, run.simulation.has_value());
    run.setup.options = resume_options(options, run.setup.plan, run.setup.frame);
    run.setup.command = program.command;
    return run;
}

}  // namespace hopbench
