// Bytes per second of the bulk kernel path, beside memset and memcpy of as many bytes in the same
// run.
#include <benchmark/benchmark.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/sim/bench/bench_kernels.hpp"
#include "tests/sim/bench/bench_machine.hpp"
#include "tests/sim/engine/kernel_registry.hpp"

namespace {

using namespace hopbench::sim;
namespace bench = hopbench::sim_bench;

constexpr std::uint64_t kBytes = std::uint64_t{32} << 20U;
constexpr std::uint64_t kValue = 42;

const KernelDefinition& kernel(const std::string& mangled) {
    const auto* found = find_kernel(mangled);
    if (found == nullptr) throw std::runtime_error("no kernel " + mangled);
    return *found;
}

class Arena {
  public:
    Arena() : bytes_(engine_.memory().allocate(0, kBytes, true)) {}
    ~Arena() { engine_.memory().release(*bytes_); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    unsigned char* data() { return reinterpret_cast<unsigned char*>(bytes_->base); }

    // Its bytes get another identity, so that the next kernel is really run.
    void renew() { engine_.memory().note_write(bytes_->base, kBytes); }

    // One thread for every kWordsPerThread words of the arena.
    void run(const KernelDefinition& what, void** arguments) {
        const auto blocks =
            static_cast<std::uint32_t>(kBytes / 16 / (bench::kThreads * bench::kWordsPerThread));
        engine_.enter_call(-1);
        engine_.submit_kernel(stream_, what, 0, {blocks, 1, 1}, {bench::kThreads, 1, 1}, arguments);
        engine_.wait_stream(stream_);
        if (engine_.failure() != Failure::kNone) throw std::runtime_error("the kernel failed");
    }

    void fill() {
        auto* to = data();
        std::uint64_t value = kValue;
        void* arguments[] = {&to, &value};
        run(kernel("_ZN8hopbench9sim_bench10fill_wordsEPhm"), arguments);
    }

  private:
    Engine& engine_ = bench_machine();
    Stream& stream_ = engine_.create_stream(0, false);
    Allocation* bytes_;
};

void set_bytes(benchmark::State& state) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kBytes));
}

void kernel_fill(benchmark::State& state) {
    Arena arena;
    for (auto _ : state) {
        arena.renew();
        arena.fill();
    }
    set_bytes(state);
}
BENCHMARK(kernel_fill);

// renewed 0: the check of a repeated, identical copy, which is charged without being run.
void kernel_compare(benchmark::State& state) {
    Arena arena;
    arena.fill();
    std::uint64_t bad = 0;
    const auto* from = arena.data();
    std::uint64_t value = kValue;
    auto* verdict = &bad;
    void* arguments[] = {&from, &value, &verdict};
    for (auto _ : state) {
        if (state.range(0) != 0) arena.renew();
        arena.run(kernel("_ZN8hopbench9sim_bench13compare_wordsEPKhmPm"), arguments);
    }
    if (bad != 0) state.SkipWithError("the words are not those that were written");
    set_bytes(state);
}
BENCHMARK(kernel_compare)->ArgName("renewed")->Arg(1)->Arg(0);

void kernel_copy_plainly(benchmark::State& state) {
    Arena from;
    Arena to;
    auto* target = to.data();
    const auto* source = from.data();
    void* arguments[] = {&target, &source};
    for (auto _ : state) {
        from.renew();
        from.run(kernel("_ZN8hopbench9sim_bench12copy_plainlyEPmPKm"), arguments);
    }
    set_bytes(state);
}
BENCHMARK(kernel_copy_plainly);

void yardstick_memset(benchmark::State& state) {
    Arena arena;
    for (auto _ : state) {
        std::memset(arena.data(), 1, kBytes);
        benchmark::ClobberMemory();
    }
    set_bytes(state);
}
BENCHMARK(yardstick_memset);

void yardstick_memcpy(benchmark::State& state) {
    Arena from;
    Arena to;
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), kBytes);
        benchmark::ClobberMemory();
    }
    set_bytes(state);
}
BENCHMARK(yardstick_memcpy);

}  // namespace
