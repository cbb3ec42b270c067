#pragma once
#include <cstdint>

namespace hopbench {

/// Most ranks whose inputs are summed exactly in float: every sum stays below 2^24.
inline constexpr int reduction_max_ranks = 1024;

/// What the checking kernel found, added up over launches. In device memory of the checked GPU.
struct ReductionVerdict {
    std::uint64_t mismatches = 0;          ///< elements that differ
    std::uint64_t first_bad = UINT64_MAX;  ///< lowest of their indices in the arena
};

}  // namespace hopbench
