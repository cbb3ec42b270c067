#include "bench/common/options.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "bench/common/lists.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

constexpr const char* default_sizes = "4,16,64,256,1K,4K,16K,64K,256K,1M";
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

}  // namespace

std::optional<BenchOptions> parse_options(int argc, const char* const* argv,
                                          const BenchProgram& program) {
    BenchOptions options;
    std::string sizes = default_sizes;
    std::string pairs = "all";
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
    app.add_option("--sizes", sizes, "Sizes, as in 4,64KiB,1M")
        ->type_name("LIST")
        ->capture_default_str()
        ->excludes(plan);
    app.add_option("--pairs", pairs, "SOURCE:DESTINATION pairs, as in 0:1,1:0, or all")
        ->type_name("LIST")
        ->capture_default_str()
        ->excludes(plan);
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
    options.sizes = parse_size_list(sizes);
    if (pairs != "all") options.pairs = parse_pair_list(pairs);
    if (*per_case) options.samples_per_case = samples_per_case;
    return options;
}

InvocationPlan plan_of(const BenchOptions& options, const BenchProgram& program, int devices) {
    const auto pairs = options.pairs.empty() ? all_ordered_pairs(devices) : options.pairs;
    if (pairs.empty())
        throw unfit_error("--pairs all", "this machine has one GPU and so no pair",
                          "name a pair; 0:0 copies within the device");
    InvocationPlan plan;
    plan.executable = program.name;
    plan.seed = options.seed;
    for (const auto& definition : program.catalogue)
        for (const auto& [source, destination] : pairs)
            for (const auto bytes : options.sizes)
                plan.cases.push_back(
                    {.name = {.family = definition.family,
                              .method = definition.method,
                              .src = source,
                              .dst = destination,
                              .bytes = bytes,
                              .node = {}},
                     .warmup = definition.default_warmup,
                     .samples = options.samples_per_case.value_or(definition.default_samples)});
    return plan;
}

}  // namespace hopbench
