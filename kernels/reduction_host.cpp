#include "kernels/reduction.hpp"

// Definition. The arena is a sequence of floats. Elements 4n … 4n+3 share the hash of n under key
// k, all arithmetic modulo 2^64:
//     a = k + n·A;   b = (a xor a>>32)·B;   h = b xor b>>29
// Element 4n+j takes 16 bits of it from bit 16j: offset = bits 0…7, stride = 1 + bits 8…11. The
// input of rank r is offset + r·stride.
namespace hopbench {
namespace {

constexpr std::uint64_t factor_a = 11962291401568605955u;
constexpr std::uint64_t factor_b = 16157610260246068855u;

/// Whole number behind an input.
unsigned input_of(std::uint64_t index, std::uint64_t key, unsigned rank) noexcept {
    const std::uint64_t a = key + index / 4 * factor_a;
    const std::uint64_t b = (a ^ (a >> 32)) * factor_b;
    const auto bits = static_cast<unsigned>((b ^ (b >> 29)) >> (16 * (index % 4)) & 0xffff);
    return bits % 256 + rank * (bits / 256 % 16 + 1);
}

}  // namespace

float reduction_input_at(std::uint64_t index, std::uint64_t key, int rank) noexcept {
    return static_cast<float>(input_of(index, key, static_cast<unsigned>(rank)));
}

std::size_t first_reduction_mismatch(std::span<const float> seen, std::uint64_t index,
                                     std::uint64_t key, int ranks) noexcept {
    for (std::size_t i = 0; i < seen.size(); ++i) {
        unsigned sum = 0;
        for (int rank = 0; rank < ranks; ++rank)
            sum += input_of(index + i, key, static_cast<unsigned>(rank));
        if (seen[i] != static_cast<float>(sum)) return i;
    }
    return seen.size();
}

}  // namespace hopbench
