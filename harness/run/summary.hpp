#pragma once
#include <cstdint>
#include <span>

namespace hopbench {

/// One invocation's samples as the report keeps them; NaN where there is no number.
struct Summary {
    std::uint64_t count = 0;
    double median, p99, min, max;
};

/// p99 needs this many samples: below, it would be the maximum under another name.
inline constexpr std::uint64_t p99_samples = 100;

/// Of finite values, in their unit.
[[nodiscard]] Summary summarise(std::span<const double> values);

}  // namespace hopbench
