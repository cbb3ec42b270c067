#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

/// One cell as one number for display.
struct CellSummary {
    const Cell* cell = nullptr;
    double value = 0;  ///< median of the medians of its good invocations; NaN without one
    std::size_t good = 0, total = 0;
};

/// Invocations of one cell that ended in the same way.
struct FailureSummary {
    const Cell* cell = nullptr;
    Status status = Status::ok;
    std::string reason;
    std::size_t count = 0, total = 0;
};

/// Cells that share everything but their places (source and destination, size, or GPU and node).
struct MatrixSummary {
    CellKey key;  ///< of its first cell; what the cells differ in means nothing
    std::vector<CellSummary> cells;
};

struct ReportSummary {
    std::vector<MatrixSummary> matrices;     ///< by variant, metric, size
    std::vector<MatrixSummary> collectives;  ///< one for all sizes
    std::vector<MatrixSummary> host_copies;  ///< of one GPU: one for all GPUs and nodes
    std::vector<CellSummary> others;
    std::vector<FailureSummary> failures;
};

[[nodiscard]] ReportSummary summarise(const Report& report);

/// The machine's GPUs as the axes show them: by NUMA node (unknown last), then index.
[[nodiscard]] std::vector<Gpu> axis_order(std::vector<Gpu> gpus);

/// busbw/algbw of a collective on n GPUs, from nccl-tests' definitions; 0 where unknown.
[[nodiscard]] double bus_factor(const std::string& family, int gpus);

}  // namespace hopbench::reporting
