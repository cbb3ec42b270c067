#pragma once
#include "kernels/pattern.hpp"

namespace hopbench {

/// Key of the inputs of all ranks in a run with this seed: one, so that their sum is known.
[[nodiscard]] inline std::uint64_t sum_key(std::uint64_t seed) noexcept {
    constexpr int everyone = -1;
    return pattern_key(seed, everyone, everyone);
}

}  // namespace hopbench
