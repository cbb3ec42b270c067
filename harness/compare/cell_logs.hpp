#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/margins.hpp"
#include "harness/model/cell.hpp"

namespace hopbench::compare {

/// Natural logs of one cell's invocations in time order (block, then position), unusable ones left
/// out. An invocation is usable when its status is ok and its value finite and positive.
struct CellLogs {
    std::vector<int> block;
    std::vector<double> log;
    std::size_t unusable = 0;
    std::string first_failure;  ///< status word of the first unusable invocation
};
[[nodiscard]] CellLogs logs_of(const Cell& cell, Statistic statistic);

/// Has any usable invocation this statistic? p99 needs 100 samples, and is the slow tail: where
/// higher is better the fastest 1 % of samples says nothing, and no p99 is compared.
[[nodiscard]] bool has_statistic(const Cell& cell, Statistic statistic) noexcept;

/// Mean log per block into `means`, one entry per element of `blocks` (ascending ids), NaN where
/// the cell has nothing usable. Invocations of a block weigh the same.
void block_means(const CellLogs& logs, std::span<const int> blocks, std::span<double> means);

/// Every block id that a cell of the list has, ascending.
[[nodiscard]] std::vector<int> block_ids(const std::vector<const Cell*>& cells);

}  // namespace hopbench::compare
