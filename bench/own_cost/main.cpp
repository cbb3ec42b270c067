// What hopbench itself adds to a sample, against a CUDA library whose calls do nothing: the
// recorder path as shipped (verification left out) minus the bare sequence of the same calls, real
// clock, both in one run. Run it with the null library in front:
//     LD_LIBRARY_PATH=BUILD/lib/null hopbench-own-cost
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <optional>

#include "bench/latency/catalogue.hpp"
#include "bench/latency/slope.hpp"
#include "harness/model/error.hpp"

namespace {

using namespace hopbench;
using Clock = std::chrono::steady_clock;

constexpr double limit_ns = 1000;  ///< a sample
constexpr std::uint64_t bytes = 4096;
constexpr int oneshot_samples = 200'000;
constexpr int slope_samples = 500;

double ns_each(Clock::time_point begin, int samples) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / samples;
}

/// The calls of one method without anything around them, and that method's case.
struct Subject {
    const CaseDefinition* definition;
    void (*bare)(PreparedDevice& device, unsigned char* to, unsigned char* from, int operations);
    int operations;  ///< copies of a sample's first window; 1 for one-shot
    double bare_ns = 0;
};

void bare_oneshot(PreparedDevice& device, unsigned char* to, unsigned char* from, int) {
    (void)cudaMemcpyPeerAsync(to, 1, from, 0, bytes, device.stream.get());
    (void)cudaStreamSynchronize(device.stream.get());
}

void bare_window(PreparedDevice& device, unsigned char* to, unsigned char* from, int operations) {
    (void)cudaEventRecord(device.start.get(), device.stream.get());
    for (int i = 0; i < operations; ++i) {
        const auto offset = static_cast<std::uint64_t>(i) * bytes;
        (void)cudaMemcpyPeerAsync(to + offset, 1, from + offset, 0, bytes, device.stream.get());
    }
    (void)cudaEventRecord(device.end.get(), device.stream.get());
    (void)cudaEventSynchronize(device.end.get());
    float milliseconds = 0;
    (void)cudaEventElapsedTime(&milliseconds, device.start.get(), device.end.get());
    benchmark::DoNotOptimize(milliseconds);
}

void bare_slope(PreparedDevice& device, unsigned char* to, unsigned char* from, int operations) {
    bare_window(device, to, from, operations);
    bare_window(device, to, from, 2 * operations);
}

void measure_bare(benchmark::State& state, Machine& machine, Subject& subject) {
    PreparedDevice& device = machine.device(0);
    const std::uint64_t arena = bytes * slices_of_slope(subject.operations);
    unsigned char* to = machine.device(1).destination.reserve(arena);
    unsigned char* from = device.source.reserve(arena);
    const auto begin = Clock::now();
    for ([[maybe_unused]] auto _ : state) subject.bare(device, to, from, subject.operations);
    subject.bare_ns = ns_each(begin, static_cast<int>(state.max_iterations));
    state.counters["sample_ns"] = subject.bare_ns;
}

void measure_full(benchmark::State& state, Machine& machine, Subject& subject) {
    const PlannedCase planned{.name = {.family = subject.definition->family,
                                       .method = subject.definition->method,
                                       .src = 0,
                                       .dst = 1,
                                       .bytes = bytes,
                                       .node = {}},
                              .warmup = 0,
                              .samples = static_cast<int>(state.max_iterations)};
    CaseRecord record;
    record.name = planned.name;
    CaseContext context{.machine = machine,
                        .planned = planned,
                        .seed = 1,
                        .verify = false,
                        .state = state,
                        .record = record};
    const auto begin = Clock::now();
    subject.definition->run(context);
    const double sample_ns = ns_each(begin, planned.samples);
    const double own_ns = sample_ns - subject.bare_ns;
    state.counters["sample_ns"] = sample_ns;
    state.counters["own_ns"] = own_ns;
    state.counters["own_over_limit"] = own_ns / limit_ns;
    if (const auto ops = record.notes.find("window_ops"); ops != record.notes.end())
        state.counters["own_ns_per_copy"] = own_ns / (3 * ops->second);
}

/// Bare and full of one method, one after the other.
void register_subject(Machine& machine, Subject& subject, int samples) {
    const std::string name = std::string("own_cost/") + subject.definition->method;
    benchmark::RegisterBenchmark((name + "/bare_calls").c_str(),
                                 [&](benchmark::State& s) { measure_bare(s, machine, subject); })
        ->Iterations(samples)
        ->UseRealTime();
    benchmark::RegisterBenchmark((name + "/as_shipped").c_str(),
                                 [&](benchmark::State& s) { measure_full(s, machine, subject); })
        ->Iterations(samples)
        ->UseManualTime();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        benchmark::Initialize(&argc, argv);
        Machine machine;
        if (machine.size() < 2)
            throw unfit_error("CUDA devices", "two are needed", "put lib/null in front");
        // A null device's windows take no time, so the window is the largest one.
        Subject oneshot{&latency_catalogue()[0], bare_oneshot, 1};
        Subject slope{&latency_catalogue()[1], bare_slope, choose_window(0)};
        register_subject(machine, oneshot, oneshot_samples);
        register_subject(machine, slope, slope_samples);
        benchmark::RunSpecifiedBenchmarks();
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "hopbench: %s\n", error.what());
        return static_cast<int>(error.code());
    } catch (const CudaError& error) {
        std::fprintf(stderr, "hopbench: CUDA: %s (put lib/null in front)\n", error.what());
        return static_cast<int>(Exit::unfit);
    }
}
