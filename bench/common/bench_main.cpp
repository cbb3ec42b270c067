#include "bench/common/bench_main.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "bench/common/case_runner.hpp"
#include "bench/common/effective_binding.hpp"
#include "bench/common/probe.hpp"
#include "bench/common/simulation_marker.hpp"
#include "bench/common/termination.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

/// Before the first CUDA call; a value the user has set stays.
void set_cuda_environment() {
    // A kernel loaded on first use, behind a gate that spins, would never start.
    (void)setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    // Streams of one device must not share a hardware queue.
    (void)setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
}

InvocationPlan read_plan(const std::string& file, const BenchProgram& program) {
    InvocationPlan plan = read_plan_file(file);
    if (plan.executable != program.name)
        throw usage_error(file, "field \"executable\" is \"" + plan.executable + "\"",
                          std::string("this is ") + program.name);
    for (const auto& planned : plan.cases)
        if (!find_case(program.catalogue, planned.name))
            throw usage_error(file, "case " + format_case_name(planned.name) + " is unknown here",
                              std::string("see ") + program.name + " --help for the cases");
    return plan;
}

SamplesHeader header_of(const Machine& machine, const InvocationPlan& plan,
                        const BenchProgram& program) {
    SamplesHeader header;
    header.executable = program.name;
    header.version = HOPBENCH_VERSION;
    header.model = simulated_model();
    header.driver_version = driver_version();
    header.runtime_version = runtime_version();
    for (const auto& definition : program.catalogue)
        header.methods[std::string(definition.family) + "/" + definition.method] =
            definition.version;
    for (const auto& device : machine.facts())
        header.devices.push_back({.index = device.index,
                                  .name = device.name,
                                  .uuid = device.uuid,
                                  .bdf = device.bdf,
                                  .sm = device.sm});
    header.binding = effective_binding(plan.requested_binding, header.model.has_value());
    return header;
}

/// One Google Benchmark iteration is one sample, timed by the case itself.
void register_cases(const InvocationPlan& plan, const BenchProgram& program, CaseRunner& runner) {
    for (const auto& planned : plan.cases) {
        const auto* definition = find_case(program.catalogue, planned.name);
        benchmark::RegisterBenchmark(format_case_name(planned.name).c_str(),
                                     [&runner, &planned, definition](benchmark::State& state) {
                                         runner.run(state, planned, *definition);
                                     })
            ->Iterations(planned.samples)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
    }
}

void initialize_benchmark(const BenchOptions& options, const BenchProgram& program) {
    static std::vector<std::string> words;  // the library keeps argv[0] for its heading
    words = {program.name};
    words.insert(words.end(), options.benchmark_flags.begin(), options.benchmark_flags.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size());
    for (auto& word : words) arguments.push_back(word.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (count > 1)
        throw usage_error("command line",
                          std::string("\"") + arguments[1] + "\" is no flag of Google Benchmark",
                          std::string("see ") + program.name + " --help");
}

void run(const BenchOptions& options, const BenchProgram& program) {
    set_cuda_environment();
    InvocationPlan plan;
    if (!options.plan.empty()) plan = read_plan(options.plan, program);
    Machine machine;
    if (options.probe) {
        std::puts(probe_json(machine).c_str());
        return;
    }
    if (options.plan.empty()) plan = plan_of(options, program, machine.size());
    initialize_benchmark(options, program);
    std::unique_ptr<SamplesWriter> writer;
    if (!options.samples.empty()) {
        const SamplesHeader header = header_of(machine, plan, program);
        const WritingSection writing;
        writer = std::make_unique<SamplesWriter>(options.samples, header);
    }
    CaseRunner runner(machine, plan.seed, plan.gpus, writer.get());
    register_cases(plan, program, runner);
    runner.prepare(plan.cases);
    if (!plan.cases.empty() && benchmark::RunSpecifiedBenchmarks() == 0)
        throw usage_error("--benchmark_filter", "no case matches",
                          "--benchmark_list_tests shows the names");
    if (writer) {
        const WritingSection writing;
        writer->finish();
    }
    benchmark::Shutdown();
}

int report(const Error& error) {
    std::fprintf(stderr, "hopbench: %s\n", error.what());
    return static_cast<int>(error.code());
}

}  // namespace

int bench_main(int argc, char** argv, const BenchProgram& program) {
    install_termination_handler();
    try {
        const auto options = parse_options(argc, argv, program);
        if (options) run(*options, program);
        return static_cast<int>(Exit::ok);
    } catch (const Error& error) {
        return report(error);
    } catch (const CudaError& error) {
        return report(unfit_error("CUDA", error.what(), "check the driver and the devices"));
    } catch (const std::exception& error) {
        return report(usage_error(program.name, error.what(), "free memory and try again"));
    }
}

}  // namespace hopbench
