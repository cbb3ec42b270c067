#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/pattern.hpp"

// Definition. The arena is a sequence of 16-byte words, each two little-endian 64-bit halves.
// For word n under key k, all arithmetic modulo 2^64:
//     a = k + n·A;   b = (a xor a>>32)·B;   low = b xor b>>29;   high = (b rotated right by 25) + a
namespace hopbench {
namespace {

constexpr std::uint64_t factor_a = 11962291401568605955u;
constexpr std::uint64_t factor_b = 16157610260246068855u;

static_assert(std::endian::native == std::endian::little);

struct Halves {
    std::uint64_t low, high;
};

constexpr Halves halves_of(std::uint64_t word, std::uint64_t key) {
    const std::uint64_t a = key + word * factor_a;
    const std::uint64_t b = (a ^ (a >> 32)) * factor_b;
    return {b ^ (b >> 29), std::rotr(b, 25) + a};
}

/// Every bit of the result depends on every bit of the value.
constexpr std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 32)) * factor_b;
    value = (value ^ (value >> 29)) * factor_a;
    return value ^ (value >> 32);
}

}  // namespace

std::uint64_t pattern_key(std::uint64_t seed, int src, int dst) noexcept {
    const auto pair = static_cast<std::uint64_t>(static_cast<std::uint32_t>(src)) << 32 |
                      static_cast<std::uint32_t>(dst);
    return mix(pair + mix(seed + factor_a));
}

unsigned char pattern_byte_at(std::uint64_t position, std::uint64_t key) noexcept {
    const Halves word = halves_of(position / 16, key);
    const std::uint64_t half = position % 16 < 8 ? word.low : word.high;
    return static_cast<unsigned char>(half >> (8 * (position % 8)));
}

void write_pattern(std::span<unsigned char> bytes, std::uint64_t position,
                   std::uint64_t key) noexcept {
    for (std::size_t i = 0; i < bytes.size(); i += 16) {
        const Halves word = halves_of((position + i) / 16, key);
        std::memcpy(bytes.data() + i, &word, std::min<std::size_t>(16, bytes.size() - i));
    }
}

std::uint64_t count_pattern_mismatches(std::span<const unsigned char> seen, std::uint64_t position,
                                       std::uint64_t key) noexcept {
    std::uint64_t bad = 0;
    std::size_t i = 0;
    while (i < seen.size()) {
        const std::uint64_t at = position + i;
        if (at % 16 == 0 && seen.size() - i >= 16) {
            const Halves expected = halves_of(at / 16, key);
            if (std::memcmp(seen.data() + i, &expected, sizeof expected) == 0) {
                i += 16;
                continue;
            }
        }
        bad += seen[i] != pattern_byte_at(at, key);
        ++i;
    }
    return bad;
}

}  // namespace hopbench
