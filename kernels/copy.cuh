#pragma once
#include "kernels/copy.hpp"
#include "kernels/device_access.cuh"

namespace hopbench::dev {

/// Copies `bytes` bytes by loads and stores of 16 bytes; both addresses multiples of 16. Each
/// thread has loads in flight before it stores, a warp's neighbours access neighbouring words. The
/// grid covers the bytes exactly once: no thread loops beyond its copy_words_per_thread words.
__global__ void copy_kernel(unsigned char* to, const unsigned char* from, std::uint64_t bytes) {
    constexpr unsigned in_flight = 4;
    static_assert(copy_words_per_thread % in_flight == 0);
    const std::uint64_t threads = blockDim.x;
    const std::uint64_t words = bytes / 16;
    std::uint64_t word = blockIdx.x * threads * copy_words_per_thread + threadIdx.x;
    for (unsigned step = 0; step < copy_words_per_thread; step += in_flight) {
        Word16 loaded[in_flight] = {};
        for (unsigned i = 0; i < in_flight; ++i)
            if (word + i * threads < words) loaded[i] = ld16(from + (word + i * threads) * 16);
        for (unsigned i = 0; i < in_flight; ++i)
            if (word + i * threads < words) st16(to + (word + i * threads) * 16, loaded[i]);
        word += in_flight * threads;
    }
    if (blockIdx.x == 0 && threadIdx.x < bytes % 16) {
        const std::uint64_t place = words * 16 + threadIdx.x;
        to[place] = from[place];
    }
}

}  // namespace hopbench::dev
