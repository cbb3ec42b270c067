#pragma once
#include "kernels/device_access.cuh"
#include "kernels/pattern_shape.hpp"

namespace hopbench::dev {

/// The pattern of 16-byte word `index` of an arena: a counter-based hash, so any thread can compute
/// any word. Positions count from the arena's start, so slices (operations) never share content.
__device__ __forceinline__ Word16 pattern_word(std::uint64_t key, std::uint64_t index) {
    std::uint64_t x = key + index * 0xa60298a69a34d703ull;
    x = (x ^ (x >> 32)) * 0xe03b5ceccd2c7e77ull;
    x = (x ^ (x >> 29)) * 0xbccf0757a81e9541ull;
    x ^= x >> 32;
    const std::uint64_t y = (x ^ key) * 0xac295d97901e344bull;
    return {x, y ^ (y >> 31)};
}

__device__ __forceinline__ unsigned char pattern_byte(Word16 word, unsigned place) {
    const std::uint64_t half = place < 8 ? word.low : word.high;
    return static_cast<unsigned char>(half >> (8 * (place & 7)));
}

/// Fills bytes [begin, begin + bytes) of the arena; both multiples of 16.
__global__ void pattern_fill_kernel(unsigned char* arena, std::uint64_t begin, std::uint64_t bytes,
                                    std::uint64_t key) {
    const std::uint64_t words = bytes / 16;
    std::uint64_t word =
        static_cast<std::uint64_t>(blockIdx.x) * blockDim.x * pattern_words_per_thread +
        threadIdx.x;
    for (unsigned step = 0; step < pattern_words_per_thread && word < words; ++step) {
        const std::uint64_t position = begin + word * 16;
        st16(arena + position, pattern_word(key, position / 16));
        word += blockDim.x;
    }
}

/// Number of bytes, of the first `bytes` of a word, that differ; `first` is the place of the first.
__device__ __forceinline__ unsigned differing_bytes(Word16 seen, Word16 expected, unsigned bytes,
                                                    unsigned& first) {
    unsigned bad = 0;
    for (unsigned place = bytes; place-- > 0;) {
        if (pattern_byte(seen, place) == pattern_byte(expected, place)) continue;
        ++bad;
        first = place;
    }
    return bad;
}

/// Compares `count` slices of `slice_bytes` at `stride` with the pattern; adds what differs to
/// `verdict`, whose `first_bad` is set by whoever raises `mismatches` from 0.
__global__ void pattern_check_kernel(const unsigned char* arena, std::uint64_t slice_bytes,
                                     std::uint64_t stride, std::uint32_t count, std::uint64_t key,
                                     PatternVerdict* verdict) {
    const std::uint64_t words_per_slice = (slice_bytes + 15) / 16;
    const std::uint64_t words = words_per_slice * count;
    std::uint64_t bad = 0;
    std::uint64_t bad_position = 0;
    std::uint64_t word =
        static_cast<std::uint64_t>(blockIdx.x) * blockDim.x * pattern_words_per_thread +
        threadIdx.x;
    for (unsigned step = 0; step < pattern_words_per_thread && word < words; ++step) {
        const std::uint64_t slice = count == 1 ? 0 : word / words_per_slice;
        const std::uint64_t offset = (word - slice * words_per_slice) * 16;
        const std::uint64_t position = slice * stride + offset;
        const Word16 expected = pattern_word(key, position / 16);
        unsigned first = 0;
        unsigned differing = 0;
        if (offset + 16 <= slice_bytes) {
            const Word16 seen = ld16(arena + position);
            if (seen.low != expected.low || seen.high != expected.high)
                differing = differing_bytes(seen, expected, 16, first);
        } else {
            const auto tail = static_cast<unsigned>(slice_bytes - offset);
            Word16 seen = {0, 0};
            for (unsigned place = 0; place < tail; ++place) {
                const std::uint64_t byte = arena[position + place];
                if (place < 8)
                    seen.low |= byte << (8 * place);
                else
                    seen.high |= byte << (8 * (place - 8));
            }
            differing = differing_bytes(seen, expected, tail, first);
        }
        if (differing != 0 && bad == 0) bad_position = position + first;
        bad += differing;
        word += blockDim.x;
    }
    if (bad != 0 && atomic_add(&verdict->mismatches, bad) == 0) verdict->first_bad = bad_position;
}

}  // namespace hopbench::dev
