#pragma once
#include "kernels/device_access.cuh"
#include "kernels/pattern_shape.hpp"

namespace hopbench::dev {

/// Between the states of neighbouring words of an arena whose content is computed from them.
inline constexpr std::uint64_t pattern_step = 0xa60298a69a34d703ull;

/// The words a thread handles: pattern_words_per_thread of them, a warp's width apart, so that a
/// warp reads whole lines and covers a contiguous piece.
struct PatternWalk {
    std::uint64_t word;   ///< within the slice
    std::uint64_t state;  ///< of that word
    std::uint32_t width;  ///< words from one step to the next

    __device__ __forceinline__ void advance() {
        word += width;
        state += width * pattern_step;
    }
};

/// `first_word`: of the slice, counted from the arena's start. Blocks are narrower than a warp or
/// whole warps.
__device__ __forceinline__ PatternWalk pattern_walk(std::uint64_t key, std::uint64_t first_word) {
    const std::uint32_t threads = blockDim.x;
    const std::uint32_t width = threads < 32 ? threads : 32;
    const std::uint32_t lane = threadIdx.x % width;
    const std::uint64_t before =  // words of earlier blocks and warps
        (static_cast<std::uint64_t>(blockIdx.x) * threads + threadIdx.x - lane) *
        pattern_words_per_thread;
    return {before + lane, key + (first_word + before + lane) * pattern_step, width};
}

/// The last bytes of a slice, fewer than a word.
__device__ __forceinline__ Word16 load_tail(const unsigned char* address, unsigned bytes) {
    Word16 word = {0, 0};
    for (unsigned place = 0; place < bytes; ++place) {
        const std::uint64_t byte = address[place];
        if (place < 8)
            word.low |= byte << (8 * place);
        else
            word.high |= byte << (8 * (place - 8));
    }
    return word;
}

}  // namespace hopbench::dev
