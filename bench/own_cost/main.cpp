// What hopbench itself adds to a sample, against a CUDA library whose calls do nothing: the
// recorder path as shipped (verification left out) minus the bare sequence of the same calls, real
// clock, both in one run. Run it with the null library in front:
//     LD_LIBRARY_PATH=BUILD/lib/null hopbench-own-cost
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <string>

#include "bench/common/slope.hpp"
#include "bench/latency/catalogue.hpp"
#include "harness/model/error.hpp"

namespace {

using namespace hopbench;
using Clock = std::chrono::steady_clock;

constexpr double limit_ns = 1000;  ///< a sample
constexpr std::uint64_t bytes = 4096;
constexpr int oneshot_samples = 200'000;
constexpr int slope_samples = 20'000;

double ns_each(Clock::time_point begin, int samples) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / samples;
}

/// The calls of one sample without anything around them. `operations`: copies of a sample's first
/// window; 1 for one-shot.
using BareCalls = void (*)(PreparedDevice& device, unsigned char* to, unsigned char* from,
                           int operations);

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

double bare_ns(Machine& machine, BareCalls bare, int operations, int samples) {
    PreparedDevice& device = machine.device(0);
    const std::uint64_t arena = bytes * slices_of_slope(operations);
    unsigned char* to = machine.device(1).destination.reserve(arena);
    unsigned char* from = device.source.reserve(arena);
    const auto begin = Clock::now();
    for (int i = 0; i < samples; ++i) bare(device, to, from, operations);
    return ns_each(begin, samples);
}

/// The case as shipped, then its bare calls; the difference is hopbench's own.
void measure(benchmark::State& state, Machine& machine, const CaseDefinition& definition,
             BareCalls bare) {
    const PlannedCase planned{.name = {.family = definition.family,
                                       .method = definition.method,
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
    definition.run(context);
    const double shipped = ns_each(begin, planned.samples);
    const auto window = record.notes.find("window_ops");
    const int operations = window == record.notes.end() ? 1 : static_cast<int>(window->second);
    const double calls = bare_ns(machine, bare, operations, planned.samples);
    state.counters["shipped_ns"] = shipped;
    state.counters["bare_ns"] = calls;
    state.counters["own_ns"] = shipped - calls;
    state.counters["own_over_limit"] = (shipped - calls) / limit_ns;
    state.counters["copies"] = bare == bare_oneshot ? 1 : 3 * operations;
}

void register_method(Machine& machine, const CaseDefinition& definition, BareCalls bare,
                     int samples) {
    benchmark::RegisterBenchmark(
        (std::string("own_cost/") + definition.method).c_str(),
        [&, bare](benchmark::State& state) { measure(state, machine, definition, bare); })
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
        register_method(machine, latency_catalogue()[0], bare_oneshot, oneshot_samples);
        register_method(machine, latency_catalogue()[1], bare_slope, slope_samples);
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
