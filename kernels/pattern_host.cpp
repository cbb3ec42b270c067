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

constexpr Halves halves_from(std::uint64_t a) {
    const std::uint64_t b = (a ^ (a >> 32)) * factor_b;
    return {b ^ (b >> 29), std::rotr(b, 25) + a};
}

constexpr Halves halves_of(std::uint64_t word, std::uint64_t key) {
    return halves_from(key + word * factor_a);
}

/// Words at the start of `seen`, from `position` on, that equal the pattern, counted in whole
/// groups: most memory is right, and a group costs one branch.
std::size_t equal_words(std::span<const unsigned char> seen, std::uint64_t position,
                        std::uint64_t key) {
    constexpr std::size_t group = 8;
    std::uint64_t a = key + position / 16 * factor_a;
    std::size_t word = 0;
    for (; (word + group) * 16 <= seen.size(); word += group) {
        std::uint64_t differences = 0;
        for (std::size_t i = 0; i < group; ++i, a += factor_a) {
            const Halves expected = halves_from(a);
            Halves found;
            std::memcpy(&found, seen.data() + (word + i) * 16, sizeof found);
            differences |= (found.low ^ expected.low) | (found.high ^ expected.high);
        }
        if (differences != 0) break;
    }
    return word;
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
    std::uint64_t a = key + position / 16 * factor_a;
    for (std::size_t i = 0; i < bytes.size(); i += 16, a += factor_a) {
        const Halves word = halves_from(a);
        std::memcpy(bytes.data() + i, &word, std::min<std::size_t>(16, bytes.size() - i));
    }
}

std::uint64_t count_pattern_mismatches(std::span<const unsigned char> seen, std::uint64_t position,
                                       std::uint64_t key) noexcept {
    std::uint64_t bad = 0;
    std::size_t i = 0;
    while (i < seen.size()) {
        if ((position + i) % 16 == 0) i += 16 * equal_words(seen.subspan(i), position + i, key);
        const std::size_t word_end = std::min<std::size_t>(
            seen.size(), i + static_cast<std::size_t>(16 - (position + i) % 16));
        for (; i < word_end; ++i) bad += seen[i] != pattern_byte_at(position + i, key);
    }
    return bad;
}

}  // namespace hopbench
