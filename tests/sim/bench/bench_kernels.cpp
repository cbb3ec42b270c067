#include "tests/sim/bench/bench_kernels.hpp"

#include "tests/sim/pack/device_twins.hpp"
// Registration after the words it is written in.
#include "tests/sim/pack/kernel_registration.hpp"

namespace hopbench::sim_bench {

// Warps side by side in the arena, each thread every 32nd word of its warp's part, as the shipped
// kernels do.
__device__ std::uint64_t first_word() {
    const std::uint32_t lane = threadIdx.x % kWarp;
    return (static_cast<std::uint64_t>(blockIdx.x) * kThreads + threadIdx.x - lane) *
               kWordsPerThread +
           lane;
}

__global__ void fill_words(unsigned char* to, std::uint64_t value) {
    auto word = first_word();
    for (std::uint32_t i = 0; i < kWordsPerThread; ++i, word += kWarp)
        dev::st16(to + 16 * word, {value, word});
}

__global__ void compare_words(const unsigned char* from, std::uint64_t value, std::uint64_t* bad) {
    auto word = first_word();
    std::uint64_t differing = 0;
    for (std::uint32_t i = 0; i < kWordsPerThread; ++i, word += kWarp) {
        const auto seen = dev::ld16(from + 16 * word);
        differing += seen.low != value || seen.high != word ? 1 : 0;
    }
    if (differing != 0) dev::atomic_add(bad, differing);
}

// Plain 8-byte accesses, which the compiler's instrumentation reports one by one.
__global__ void copy_plainly(std::uint64_t* to, const std::uint64_t* from) {
    auto word = 2 * first_word();
    for (std::uint32_t i = 0; i < kWordsPerThread; ++i, word += 2 * kWarp) {
        to[word] = from[word];
        to[word + 1] = from[word + 1];
    }
}

HOPBENCH_SIM_KERNEL(fill_words);
HOPBENCH_SIM_KERNEL(compare_words);
HOPBENCH_SIM_KERNEL(copy_plainly);

}  // namespace hopbench::sim_bench
