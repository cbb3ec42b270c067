#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "harness/plan/seeds.hpp"

namespace hopbench {

/// Variants by position in one block of one executable: a random permutation, then its mirror, so
/// that linear drift cancels. Every variant appears twice.
[[nodiscard]] std::vector<std::size_t> variant_order(const SeedSource& source, int block,
                                                     std::string_view executable,
                                                     std::size_t variants);

/// Order in which the groups of cases are measured in a block; the same for all its jobs.
[[nodiscard]] std::vector<std::size_t> group_order(const SeedSource& source, int block,
                                                   std::string_view executable, std::size_t groups);

/// Length in bytes of HOPBENCH_PAD in a block, 0 to 4095: moves the stack, as the environment's
/// size is known to shift timings; the same for all jobs of the block.
[[nodiscard]] std::size_t pad_bytes(const SeedSource& source, int block);

}  // namespace hopbench
