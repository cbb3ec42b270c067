// What hopbench itself adds to a sample, against CUDA and NCCL libraries whose calls do nothing:
// the recorder path as shipped (verification left out) minus the bare sequence of the same calls,
// real clock, both in one run. Fails where sampling allocates memory. Run it with the null
// libraries in front:
//     LD_LIBRARY_PATH=BUILD/lib/null hopbench-own-cost
#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include "bench/allreduce/catalogue.hpp"
#include "bench/hostcopy/catalogue.hpp"
#include "bench/latency/catalogue.hpp"
#include "bench/own_cost/allocations.hpp"
#include "bench/own_cost/bare_calls.hpp"
#include "bench/staged/catalogue.hpp"
#include "harness/model/error.hpp"

namespace {

using namespace hopbench;
using Clock = std::chrono::steady_clock;

constexpr double limit_ns = 1000;  ///< a sample
constexpr int oneshot_samples = 200'000;
constexpr int slope_samples = 20'000;
/// Setting a case up takes some hundred allocations; one a sample would be thousands.
constexpr double most_allocations_a_sample = 0.1;

struct Method {
    const char* name;  ///< of the cell on this library's two GPUs
    Catalogue catalogue;
    BareCalls bare;
    int calls_each;  ///< of an operation
    int samples;
};

double ns_each(Clock::time_point begin, int samples) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / samples;
}

double bare_ns(const BareSetup& setup, BareCalls bare, int samples) {
    const auto begin = Clock::now();
    for (int i = 0; i < samples; ++i) bare(setup);
    return ns_each(begin, samples);
}

/// The case as shipped, then its bare calls; the difference is hopbench's own.
void measure(benchmark::State& state, Machine& machine, const Method& method) {
    const PlannedCase planned{.name = parse_case_name(method.name).value(),
                              .warmup = 0,
                              .samples = static_cast<int>(state.max_iterations)};
    constexpr std::array gpus{0, 1};
    CaseRecord record;
    record.name = planned.name;
    CaseContext context{.machine = machine,
                        .planned = planned,
                        .seed = 1,
                        .verify = false,
                        .state = state,
                        .record = record,
                        .gpus = gpus};
    const std::uint64_t allocations_before = allocations();
    const auto begin = Clock::now();
    find_case(method.catalogue, planned.name)->run(context);
    const double shipped = ns_each(begin, planned.samples);
    const double allocated =
        static_cast<double>(allocations() - allocations_before) / planned.samples;
    const auto window = record.notes.find("window_ops");
    const int operations = window == record.notes.end() ? 1 : static_cast<int>(window->second);
    const double calls = bare_ns(bare_setup(machine, operations), method.bare, planned.samples);
    state.counters["shipped_ns"] = shipped;
    state.counters["bare_ns"] = calls;
    state.counters["own_ns"] = shipped - calls;
    state.counters["own_over_limit"] = (shipped - calls) / limit_ns;
    state.counters["allocations"] = allocated;
    state.counters["calls"] =
        method.calls_each * (method.bare == bare_oneshot ? 1 : 3 * operations);
    if (allocated > most_allocations_a_sample)
        throw Error(Exit::findings, method.name,
                    std::to_string(allocated) + " allocations a sample while it measures",
                    "make room before the first sample");
}

}  // namespace

int main(int argc, char** argv) {
    const std::array methods{
        Method{"latency/oneshot/src:0/dst:1/bytes:4096", latency_catalogue(), bare_oneshot, 1,
               oneshot_samples},
        Method{"latency/issue_interval/src:0/dst:1/bytes:4096", latency_catalogue(),
               bare_issue_interval, 1, slope_samples},
        Method{"hostcopy/h2d/dst:0/bytes:4096", hostcopy_catalogue(), bare_h2d, 1, slope_samples},
        Method{"staged/ring/src:0/dst:1/bytes:4096", staged_catalogue(), bare_ring, 6,
               slope_samples},
        Method{"allreduce/out_of_place/ranks:2/bytes:4096", allreduce_catalogue(), bare_all_reduce,
               4, slope_samples},
    };
    try {
        benchmark::Initialize(&argc, argv);
        Machine machine;
        if (machine.size() < 2)
            throw unfit_error("CUDA devices", "two are needed", "put lib/null in front");
        for (const Method& method : methods)
            benchmark::RegisterBenchmark(
                (std::string("own_cost/") + method.name).c_str(),
                [&](benchmark::State& state) { measure(state, machine, method); })
                ->Iterations(method.samples)
                ->UseManualTime();
        benchmark::RunSpecifiedBenchmarks();
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "hopbench: %s\n", error.what());
        return static_cast<int>(error.code());
    } catch (const CallError& error) {
        std::fprintf(stderr, "hopbench: CUDA: %s (put lib/null in front)\n", error.what());
        return static_cast<int>(Exit::unfit);
    }
}
