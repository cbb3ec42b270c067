#include "bench/common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "bench/common/case_cells.hpp"
#include "bench/common/lists.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

constexpr int max_samples = 100'000'000;

std::string footer(const BenchProgram& program) {
    std::string text = "Cases:\n";
    for (const auto& c : program.catalogue)
        text += std::string("  ") + c.family + "/" + c.method + " — " + c.summary + " (" +
                std::to_string(c.default_samples) + " samples)\n";
    text +=
        "\nEvery --benchmark_* flag of Google Benchmark is passed on: --benchmark_filter=REGEX,\n"
        "--benchmark_list_tests, --benchmark_format=json, --benchmark_out=FILE, ...\n"
        "\nExit codes: 0 ok; 2 usage, unreadable plan or unwritable file; 4 no CUDA device or\n"
        "driver; 143 ended by SIGTERM. A case that fails is recorded with status and reason.\n"
        "\nExamples:\n";
    return text + program.examples;
}

/// What CLI11 left over: Google Benchmark's flags, else an error.
std::vector<std::string> benchmark_flags(const std::vector<std::string>& rest,
                                         const BenchProgram& program) {
    for (const auto& word : rest)
        if (!word.starts_with("--benchmark_"))
            throw usage_error("command line", "\"" + word + "\" is no option",
                              std::string("see ") + program.name + " --help");
    return rest;
}

bool any_case(const BenchProgram& program, bool (*has)(const CaseAxes&)) {
    return std::any_of(program.catalogue.begin(), program.catalogue.end(),
                       [&](const CaseDefinition& c) { return has(c.axes); });
}

/// The options that choose cells, as text; each is there where some case has the axis.
struct Choices {
    std::string sizes, nodes, pairs = "all", gpus = "all", ranks = "all";
};

void add_choices(CLI::App& app, const BenchProgram& program, Choices& choices, CLI::Option* plan) {
    const auto add = [&](const char* name, std::string& text, const char* help) {
        app.add_option(name, text, help)->type_name("LIST")->capture_default_str()->excludes(plan);
    };
    if (any_case(program, [](const CaseAxes& a) { return a.bytes; }))
        add("--sizes", choices.sizes, "Sizes, as in 4,64KiB,1M or 8..1M (every doubling)");
    if (any_case(program, [](const CaseAxes& a) { return a.src && a.dst; }))
        add("--pairs", choices.pairs, "SOURCE:DESTINATION pairs, as in 0:1,1:0, or all");
    if (any_case(program, [](const CaseAxes& a) { return a.src != a.dst || a.ranks; }))
        add("--gpus", choices.gpus, "GPUs under test, as in 0-3,7, or all");
    if (any_case(program, [](const CaseAxes& a) { return a.ranks; }))
        add("--ranks", choices.ranks, "How many of these GPUs take part, as in 2,4,8, or all");
    if (any_case(program, [](const CaseAxes& a) { return a.node; }))
        add("--nodes", choices.nodes,
            "NUMA nodes of host memory, as in 0,1; all; or policy: where it comes to lie");
}

void add_isolated_options(CLI::App& app, BenchOptions& options, double& deadline,
                          CLI::Option* plan) {
    app.add_flag("--matrix", options.matrix,
                 "Try what each pair can do, in child processes, print it and end")
        ->excludes(plan);
    app.add_option("--step-deadline", deadline,
                   "Seconds a capability step may take before its process is ended")
        ->type_name("SECONDS")
        ->capture_default_str();
}

std::vector<std::optional<int>> parse_nodes(const std::string& text) {
    if (text == "all") return {};
    if (text == "policy") return {std::nullopt};
    const auto numbers = parse_number_list(text, "--nodes");
    return {numbers.begin(), numbers.end()};
}

/// Ranks are the first of the GPUs under test in ascending order, as in a plan.
std::vector<int> parse_gpus(const std::string& text) {
    auto gpus = parse_number_list(text, "--gpus");
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

void read_choices(const Choices& choices, BenchOptions& options) {
    options.sizes = parse_size_list(choices.sizes);
    options.nodes = parse_nodes(choices.nodes);
    if (choices.pairs != "all") options.pairs = parse_pair_list(choices.pairs);
    if (choices.gpus != "all") options.gpus = parse_gpus(choices.gpus);
    if (choices.ranks != "all") options.ranks = parse_number_list(choices.ranks, "--ranks");
}

}  // namespace

std::optional<BenchOptions> parse_options(int argc, const char* const* argv,
                                          const BenchProgram& program) {
    BenchOptions options;
    Choices choices{.sizes = program.sizes, .nodes = program.nodes};
    int samples_per_case = 0;
    CLI::App app(program.purpose, program.name);
    app.footer(footer(program));
    app.allow_extras();
    app.set_version_flag("--version", std::string(program.name) + " " HOPBENCH_VERSION);
    auto* plan = app.add_option("--plan", options.plan, "Measure the cells of this plan, in order")
                     ->type_name("FILE");
    app.add_option("--samples", options.samples, "Write every sample there, JSON lines")
        ->type_name("FILE");
    app.add_flag("--probe", options.probe, "Print device facts as JSON and end");
    add_choices(app, program, choices, plan);
    double step_deadline = IsolatedRequest{}.step_seconds;
    if (program.isolated) add_isolated_options(app, options, step_deadline, plan);
    auto* per_case = app.add_option("--samples-per-case", samples_per_case,
                                    "Samples a case, in place of each method's own number")
                         ->type_name("N")
                         ->check(CLI::Range(1, max_samples))
                         ->excludes(plan);
    app.add_option("--seed", options.seed, "Seed of patterns and of the verified sample")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber)
        ->excludes(plan);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& answered) {
        app.exit(answered, std::cout, std::cerr);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw usage_error("command line", error.what(),
                          std::string("see ") + program.name + " --help");
    }
    options.benchmark_flags = benchmark_flags(app.remaining(), program);
    if (options.matrix && !options.benchmark_flags.empty())
        throw usage_error(
            "--matrix",
            "measures nothing, so " + options.benchmark_flags.front() + " has no meaning",
            "leave one of them out");
    read_choices(choices, options);
    if (*per_case) options.samples_per_case = samples_per_case;
    if (program.isolated && app.count("--step-deadline") > 0) {
        constexpr double shortest = 0.1, longest = 1e5;
        if (!(step_deadline >= shortest && step_deadline <= longest))
            throw usage_error("--step-deadline", "is no time in seconds", "give 0.1 to 100000");
        options.step_deadline = step_deadline;
    }
    return options;
}

InvocationPlan plan_of(const BenchOptions& options, const BenchProgram& program, int devices) {
    const CellValues values = cell_values(options, devices);
    InvocationPlan plan;
    plan.executable = program.name;
    plan.seed = options.seed;
    plan.gpus = options.gpus;
    for (const auto& definition : program.catalogue) {
        if (definition.isolated != options.matrix) continue;
        for (CaseName& name : cells_of(definition, values))
            plan.cases.push_back(
                {.name = std::move(name),
                 .warmup = definition.default_warmup,
                 .samples = options.samples_per_case.value_or(definition.default_samples)});
    }
    return plan;
}

}  // namespace hopbench
