#include "bench/common/bench_main.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "bench/common/case_runner.hpp"
#include "bench/common/effective_binding.hpp"
#include "bench/common/probe.hpp"
#include "bench/common/samples_header.hpp"
#include "bench/common/termination.hpp"
#include "harness/model/error.hpp"
#include "harness/protocol/standard_streams.hpp"

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

/// The samples file, if one is wanted.
class Samples {
  public:
    explicit Samples(std::string file) : file_(std::move(file)) {}

    void begin(const SamplesHeader& header) {
        if (file_.empty() || writer_) return;
        const WritingSection writing;
        writer_ = std::make_unique<SamplesWriter>(file_, header);
    }
    void append(const CaseRecord& record) {
        if (!writer_) return;
        const WritingSection writing;
        writer_->append(record);
    }
    void finish() {
        if (!writer_) return;
        const WritingSection writing;
        writer_->finish();
    }
    [[nodiscard]] SamplesWriter* writer() const noexcept { return writer_.get(); }

  private:
    std::string file_;
    std::unique_ptr<SamplesWriter> writer_;
};

bool is_isolated(const PlannedCase& planned, const BenchProgram& program) {
    return find_case(program.catalogue, planned.name)->isolated;
}

/// How long an isolated case may take, so that several that hang end before the invocation does.
double step_seconds(const BenchOptions& options, const InvocationPlan& plan) {
    constexpr double shares = 8, shortest = 1;
    if (options.step_deadline) return *options.step_deadline;
    const double usual = IsolatedRequest{}.step_seconds;
    if (plan.deadline_seconds <= 0) return usual;
    return std::clamp(plan.deadline_seconds / shares, shortest, usual);
}

/// Takes the isolated cases out of the plan and has them tried. This process has not opened CUDA.
void run_isolated(const BenchOptions& options, const BenchProgram& program, InvocationPlan& plan,
                  Samples& samples) {
    constexpr double usable = 0.75;  // of the invocation's time, the rest is for ending what hangs
    SamplesHeader header = program.isolated->describe();
    header.binding = effective_binding(plan.requested_binding, header.model.has_value());
    if (options.matrix) plan = plan_of(options, program, static_cast<int>(header.devices.size()));
    samples.begin(header);
    std::vector<PlannedCase> isolated, rest;
    for (auto& planned : plan.cases)
        (is_isolated(planned, program) ? isolated : rest).push_back(std::move(planned));
    plan.cases = std::move(rest);
    std::vector<CaseRecord> records;
    program.isolated->run({.cases = isolated,
                           .seed = plan.seed,
                           .step_seconds = step_seconds(options, plan),
                           .all_seconds = usable * plan.deadline_seconds},
                          [&](CaseRecord&& record) {
                              samples.append(record);
                              records.push_back(std::move(record));
                          });
    if (options.matrix) std::fputs(program.isolated->show(header, records).c_str(), stdout);
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

/// The cases of this process.
void run_benchmarks(const BenchOptions& options, const BenchProgram& program, Machine& machine,
                    const InvocationPlan& plan, Samples& samples) {
    initialize_benchmark(options, program);
    samples.begin(samples_header(machine, plan.requested_binding, program));
    CaseRunner runner(machine, plan.seed, plan.gpus, samples.writer());
    register_cases(plan, program, runner);
    runner.prepare(plan.cases);
    if (!plan.cases.empty() && benchmark::RunSpecifiedBenchmarks() == 0)
        throw usage_error("--benchmark_filter", "no case matches",
                          "--benchmark_list_tests shows the names");
    samples.finish();
    benchmark::Shutdown();
}

void run(const BenchOptions& options, const BenchProgram& program) {
    set_cuda_environment();
    InvocationPlan plan;
    if (!options.plan.empty()) plan = read_plan(options.plan, program);
    Samples samples(options.samples);
    const bool isolated =
        options.matrix || std::any_of(plan.cases.begin(), plan.cases.end(),
                                      [&](const auto& c) { return is_isolated(c, program); });
    if (isolated && !options.probe) {
        run_isolated(options, program, plan, samples);
        if (plan.cases.empty()) return samples.finish();
    }
    Machine machine;
    if (options.probe) {
        std::puts(probe_json(machine).c_str());
        return;
    }
    if (options.plan.empty()) plan = plan_of(options, program, machine.size());
    run_benchmarks(options, program, machine, plan, samples);
}

/// Who asked for text on stdout must not take its loss for a success; beside a samples file the
/// benchmarks' text is for onlookers.
void check_stdout(const BenchOptions& options) {
    if (!options.samples.empty() && !options.matrix && !options.probe) return;
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    throw usage_error("stdout", errno != 0 ? std::strerror(errno) : "cannot be written",
                      "keep its reader open, or name a file with --samples");
}

int report(const Error& error) {
    std::fprintf(stderr, "hopbench: %s\n", error.what());
    return static_cast<int>(error.code());
}

}  // namespace

int bench_main(int argc, char** argv, const BenchProgram& program) {
    keep_standard_streams();
    install_termination_handler();
    try {
        const auto options = parse_options(argc, argv, program);
        if (options) {
            run(*options, program);
            check_stdout(*options);
        }
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
