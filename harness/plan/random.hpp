#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace hopbench {

/// Integers that are the same with every standard library: its distributions are not, so the
/// engine's integers are mapped here.
class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// Uniform in [0, bound); bound ≥ 1. Values that would bias the remainder are drawn again.
    [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
        constexpr std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t limit = top - top % bound;
        for (;;) {
            const std::uint64_t value = engine_();
            if (value < limit) return value % bound;
        }
    }

    /// Fisher–Yates.
    template <class T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

  private:
    std::mt19937_64 engine_;
};

}  // namespace hopbench
