#pragma once
#include <cstring>

#include "kernels/device_access.cuh"
#include "kernels/pattern_walk.cuh"
#include "kernels/reduction_shape.hpp"

namespace hopbench::dev {

/// Inputs of a sum over ranks: floats that hold small whole numbers. The four floats of a 16-byte
/// word share one hash, 16 bits each: an offset o (0 … 255) and a stride s (1 … 16). The input of
/// rank r is o + r·s, so the sum over n ranks is n·o + n(n−1)/2·s: both have the form a·o + b·s.
/// Every element tells the ranks apart, since s is never 0.
__device__ __forceinline__ std::uint64_t reduction_float(std::uint64_t hash, unsigned place,
                                                         std::uint32_t a, std::uint32_t b) {
    const auto bits = static_cast<std::uint32_t>(hash >> (16 * place));
    const float value = static_cast<float>(a * (bits & 255) + b * ((bits >> 8 & 15) + 1));
    std::uint32_t text;
    memcpy(&text, &value, sizeof text);
    return text;
}

__device__ __forceinline__ Word16 reduction_word(std::uint64_t state, std::uint32_t a,
                                                 std::uint32_t b) {
    const std::uint64_t mixed = (state ^ (state >> 32)) * 0xe03b5ceccd2c7e77ull;
    const std::uint64_t hash = mixed ^ (mixed >> 29);
    return {reduction_float(hash, 0, a, b) | reduction_float(hash, 1, a, b) << 32,
            reduction_float(hash, 2, a, b) | reduction_float(hash, 3, a, b) << 32};
}

/// Fills bytes [begin, begin + bytes) of the arena with the input of `rank`; both multiples of 16.
__global__ void reduction_fill_kernel(unsigned char* arena, std::uint64_t begin,
                                      std::uint64_t bytes, std::uint64_t key, std::uint32_t rank) {
    PatternWalk walk = pattern_walk(key, begin / 16);
    const std::uint64_t words = bytes / 16;
    for (unsigned i = 0; i < pattern_words_per_thread && walk.word < words; ++i) {
        st16(arena + begin + walk.word * 16, reduction_word(walk.state, 1, rank));
        walk.advance();
    }
}

/// Elements that differ, and the first of them.
struct ReductionDifference {
    std::uint64_t count = 0;
    std::uint64_t first = UINT64_MAX;  ///< index in the arena

    /// Compares the first `elements` of the word that starts at element `at`.
    __device__ void add(Word16 seen, Word16 expected, unsigned elements, std::uint64_t at) {
        for (unsigned place = 0; place < elements; ++place) {
            const std::uint64_t changed =
                place < 2 ? seen.low ^ expected.low : seen.high ^ expected.high;
            if ((changed >> (32 * (place & 1)) & 0xffffffffu) == 0) continue;
            if (count == 0) first = at + place;
            ++count;
        }
    }
};

/// Compares slice blockIdx.y, of `slice_bytes` (a multiple of 4) at blockIdx.y·stride, with the sum
/// over `ranks` ranks. Adds what differs to `verdict`.
__global__ void reduction_check_kernel(const unsigned char* arena, std::uint64_t slice_bytes,
                                       std::uint64_t stride, std::uint64_t key, std::uint32_t ranks,
                                       ReductionVerdict* verdict) {
    const std::uint64_t begin = blockIdx.y * stride;
    const std::uint32_t strides = ranks * (ranks - 1) / 2;
    PatternWalk walk = pattern_walk(key, begin / 16);
    const std::uint64_t whole_words = slice_bytes / 16;
    ReductionDifference difference;
    unsigned i = 0;
    for (; i < pattern_words_per_thread && walk.word < whole_words; ++i) {
        const std::uint64_t position = begin + walk.word * 16;
        const Word16 expected = reduction_word(walk.state, ranks, strides);
        const Word16 seen = ld16(arena + position);
        if (seen.low != expected.low || seen.high != expected.high)
            difference.add(seen, expected, 4, position / 4);
        walk.advance();
    }
    const auto tail = static_cast<unsigned>(slice_bytes % 16);
    if (tail != 0 && i < pattern_words_per_thread && walk.word == whole_words) {
        const std::uint64_t position = begin + walk.word * 16;
        difference.add(load_tail(arena + position, tail),
                       reduction_word(walk.state, ranks, strides), tail / 4, position / 4);
    }
    if (difference.count != 0) {
        atomic_add(&verdict->mismatches, difference.count);
        atomic_min(&verdict->first_bad, difference.first);
    }
}

}  // namespace hopbench::dev
