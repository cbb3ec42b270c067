// Real time of a peer copy: enqueue, its share of the synchronisation, and completion.
#include <benchmark/benchmark.h>

#include "tests/sim/bench/bench_machine.hpp"

namespace {

using namespace hopbench::sim;

constexpr int kSlices = 400;

// A window as the benchmarks issue it: copies into distinct slices, then one synchronisation.
void window_of_copies(benchmark::State& state) {
    auto& engine = bench_machine();
    const auto bytes = static_cast<std::size_t>(state.range(0));
    auto* source = engine.memory().allocate(0, bytes * kSlices, false);
    auto* target = engine.memory().allocate(1, bytes * kSlices, false);
    auto& stream = engine.create_stream(0, false);
    engine.submit_fill(stream, source->base, 7, bytes * kSlices);
    for (auto _ : state) {
        for (std::size_t i = 0; i < kSlices; ++i) {
            engine.enter_call(-1);
            engine.submit_copy(stream, target->base + i * bytes, source->base + i * bytes, bytes);
        }
        engine.enter_call(-1);
        engine.wait_stream(stream);
    }
    state.SetItemsProcessed(state.iterations() * kSlices);
    engine.memory().release(*source);
    engine.memory().release(*target);
}
BENCHMARK(window_of_copies)->Arg(4)->Arg(4096)->Arg(65536);

// Large copies: the bytes move once at most, and not at all while nobody looks.
void large_copies(benchmark::State& state) {
    auto& engine = bench_machine();
    constexpr std::size_t kLarge = std::size_t{16} << 20U;
    auto* source = engine.memory().allocate(0, kLarge, false);
    auto* target = engine.memory().allocate(1, kLarge, false);
    auto& stream = engine.create_stream(0, false);
    engine.submit_fill(stream, source->base, 7, kLarge);
    for (auto _ : state) {
        engine.enter_call(-1);
        if (state.range(0) != 0) engine.submit_fill(stream, target->base, 9, kLarge);
        engine.submit_copy(stream, target->base, source->base, kLarge);
        engine.wait_stream(stream);
        if (state.range(0) != 0) benchmark::DoNotOptimize(target->base[kLarge - 1]);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kLarge));
    engine.memory().release(*source);
    engine.memory().release(*target);
}
BENCHMARK(large_copies)->ArgName("poisoned")->Arg(0)->Arg(1);

// Copies whose source has been rewritten are carried out; the others only accounted for.
void copy_and_wait(benchmark::State& state) {
    auto& engine = bench_machine();
    auto* source = engine.memory().allocate(0, 4096, false);
    auto* target = engine.memory().allocate(1, 4096, false);
    auto& stream = engine.create_stream(0, false);
    for (auto _ : state) {
        engine.enter_call(-1);
        engine.submit_copy(stream, target->base, source->base, 4096);
        engine.enter_call(-1);
        engine.wait_stream(stream);
    }
    engine.memory().release(*source);
    engine.memory().release(*target);
}
BENCHMARK(copy_and_wait);

}  // namespace
