#pragma once
#include <cstdint>

namespace hopbench::stats {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words whose outputs
/// look independent for counted inputs.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t word) noexcept {
    word += 0x9e3779b97f4a7c15U;
    word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31U);
}

/// Random words by counter: the same seed gives the same words with every standard library.
class CounterRandom {
  public:
    explicit constexpr CounterRandom(std::uint64_t seed) noexcept : seed_(mix(seed)) {}

    [[nodiscard]] constexpr std::uint64_t at(std::uint64_t counter) const noexcept {
        return mix(seed_ ^ mix(counter));
    }
    constexpr std::uint64_t next() noexcept { return at(counter_++); }
    /// Strictly between 0 and 1, 53 bits, mapped here and not by the library.
    constexpr double uniform() noexcept {
        return (static_cast<double>(next() >> 11U) + 0.5) * 0x1p-53;
    }

  private:
    std::uint64_t seed_;
    std::uint64_t counter_ = 0;
};

}  // namespace hopbench::stats
