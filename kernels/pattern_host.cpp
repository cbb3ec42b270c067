#include <bit>
#include <cstring>

#include "kernels/pattern.hpp"

// Definition. The arena is a sequence of 16-byte words, each two little-endian 64-bit halves.
// For word n under key k, all arithmetic modulo 2^64:
//     a = k + n·A;   b = (a xor a>>32)·B;   c = (b xor b>>29)·C;   low = c xor c>>32
//     d = (low xor k)·D;                                            high = d xor d>>31
namespace hopbench {
namespace {

constexpr std::uint64_t factor_a = 11962291401568605955u;
constexpr std::uint64_t factor_b = 16157610260246068855u;
constexpr std::uint64_t factor_c = 13605101072373683521u;
constexpr std::uint64_t factor_d = 12405549554108085323u;

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t fold(std::uint64_t value, int shift) {
    return value ^ (value >> shift);
}

constexpr std::uint64_t low_half(std::uint64_t word, std::uint64_t key) {
    const std::uint64_t a = key + word * factor_a;
    const std::uint64_t b = fold(a, 32) * factor_b;
    const std::uint64_t c = fold(b, 29) * factor_c;
    return fold(c, 32);
}

constexpr std::uint64_t high_half(std::uint64_t low, std::uint64_t key) {
    return fold((low ^ key) * factor_d, 31);
}

}  // namespace

std::uint64_t pattern_key(std::uint64_t seed, int src, int dst) noexcept {
    const auto pair = static_cast<std::uint64_t>(static_cast<std::uint32_t>(src)) << 32 |
                      static_cast<std::uint32_t>(dst);
    return low_half(pair, low_half(seed, factor_d));
}

unsigned char pattern_byte_at(std::uint64_t position, std::uint64_t key) noexcept {
    const std::uint64_t low = low_half(position / 16, key);
    const std::uint64_t half = position % 16 < 8 ? low : high_half(low, key);
    return static_cast<unsigned char>(half >> (8 * (position % 8)));
}

std::uint64_t count_pattern_mismatches(std::span<const unsigned char> seen, std::uint64_t position,
                                       std::uint64_t key) noexcept {
    std::uint64_t bad = 0;
    std::size_t i = 0;
    while (i < seen.size()) {
        const std::uint64_t at = position + i;
        if (at % 16 == 0 && seen.size() - i >= 16) {
            const std::uint64_t low = low_half(at / 16, key);
            const std::uint64_t expected[2] = {low, high_half(low, key)};
            if (std::memcmp(seen.data() + i, expected, 16) == 0) {
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
