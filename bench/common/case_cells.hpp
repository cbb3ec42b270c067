#pragma once
#include "bench/common/options.hpp"

namespace hopbench {

/// What each axis of a cell may be.
struct CellValues {
    std::vector<std::pair<int, int>> pairs;
    std::vector<int> gpus;
    std::vector<int> ranks;
    std::vector<std::uint64_t> sizes;
    std::vector<std::optional<int>> nodes;
};

/// The values that these options stand for on a machine with `devices` GPUs.
[[nodiscard]] CellValues cell_values(const BenchOptions& options, int devices);

/// Every cell of a case; axes vary from the last to the first. Throws Error (exit 4) where the case
/// needs a pair and there is none.
[[nodiscard]] std::vector<CaseName> cells_of(const CaseDefinition& definition,
                                             const CellValues& values);

}  // namespace hopbench
