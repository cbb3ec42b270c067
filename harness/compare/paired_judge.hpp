#pragma once
#include <cstdint>
#include <vector>

#include "harness/compare/paired_table.hpp"
#include "harness/model/comparison.hpp"

namespace hopbench::compare {

/// What the simultaneous intervals of a run rest on.
struct PairedFamilies {
    std::size_t groups = 0, cells = 0;  ///< members: those with at least eight blocks
    double group_critical = 0, cell_critical = 0;
    std::size_t flips = 0;
    bool exhaustive = true;
};

struct PairedVerdicts {
    std::vector<Contrast> contrasts;  ///< one a table, same order
    PairedFamilies families;
};

/// Intervals and verdicts of all contrasts of a run: one family of groups and one of cells over all
/// tables, every member flipped with the same signs. Members with fewer than eight blocks stand
/// outside the families and are inconclusive. The watch list covers the first `watched` tables.
[[nodiscard]] PairedVerdicts judge_pairs(const std::vector<PairedTable>& tables, int blocks,
                                         std::uint64_t seed, std::size_t watched);

}  // namespace hopbench::compare
