#pragma once
#include "kernels/device_access.cuh"
#include "kernels/pattern_shape.hpp"
#include "kernels/pattern_walk.cuh"

namespace hopbench::dev {

/// The pattern of an arena is a counter-based hash: word n (16 bytes) comes from the state key +
/// n·A, so any thread can compute any word, and the state of the word d further on is d·A more.
/// Positions count from the arena's start, so slices (operations) never share content.
__device__ __forceinline__ Word16 pattern_word(std::uint64_t state) {
    const std::uint64_t mixed = (state ^ (state >> 32)) * 0xe03b5ceccd2c7e77ull;
    return {mixed ^ (mixed >> 29), (mixed >> 25 | mixed << 39) + state};
}

/// Fills bytes [begin, begin + bytes) of the arena; both multiples of 16.
__global__ void pattern_fill_kernel(unsigned char* arena, std::uint64_t begin, std::uint64_t bytes,
                                    std::uint64_t key) {
    PatternWalk walk = pattern_walk(key, begin / 16);
    const std::uint64_t words = bytes / 16;
    for (unsigned i = 0; i < pattern_words_per_thread && walk.word < words; ++i) {
        st16(arena + begin + walk.word * 16, pattern_word(walk.state));
        walk.advance();
    }
}

/// Bytes that differ, and where one of them is.
struct PatternDifference {
    std::uint64_t count = 0;
    std::uint64_t position = 0;  ///< arena offset of the first one seen

    /// Compares the first `bytes` of a word that starts at `at`.
    __device__ void add(Word16 seen, Word16 expected, unsigned bytes, std::uint64_t at) {
        for (unsigned place = 0; place < bytes; ++place) {
            const unsigned shift = 8 * (place & 7);
            const std::uint64_t changed =
                place < 8 ? seen.low ^ expected.low : seen.high ^ expected.high;
            if (((changed >> shift) & 0xff) == 0) continue;
            if (count == 0) position = at + place;
            ++count;
        }
    }
};

/// Compares slice blockIdx.y, of `slice_bytes` at blockIdx.y·stride, with the pattern. Adds what
/// differs to `verdict`, whose `first_bad` is set by whoever raises `mismatches` from 0.
__global__ void pattern_check_kernel(const unsigned char* arena, std::uint64_t slice_bytes,
                                     std::uint64_t stride, std::uint64_t key,
                                     PatternVerdict* verdict) {
    const std::uint64_t begin = blockIdx.y * stride;
    PatternWalk walk = pattern_walk(key, begin / 16);
    const std::uint64_t whole_words = slice_bytes / 16;
    PatternDifference difference;
    unsigned i = 0;
    for (; i < pattern_words_per_thread && walk.word < whole_words; ++i) {
        const std::uint64_t position = begin + walk.word * 16;
        const Word16 expected = pattern_word(walk.state);
        const Word16 seen = ld16(arena + position);
        if (seen.low != expected.low || seen.high != expected.high)
            difference.add(seen, expected, 16, position);
        walk.advance();
    }
    const auto tail = static_cast<unsigned>(slice_bytes % 16);
    if (tail != 0 && i < pattern_words_per_thread && walk.word == whole_words) {
        const std::uint64_t position = begin + walk.word * 16;
        difference.add(load_tail(arena + position, tail), pattern_word(walk.state), tail, position);
    }
    if (difference.count != 0 && atomic_add(&verdict->mismatches, difference.count) == 0)
        verdict->first_bad = difference.position;
}

}  // namespace hopbench::dev
