#pragma once
#include <filesystem>

#include "harness/model/report.hpp"

namespace hopbench {

/// Reads the text log of an nccl-tests program (any of its table layouts, NCCL's own lines and
/// mpirun tags in between) as a report of kind "import": one cell a row and placement, metric
/// "time" in seconds. nccl-tests prints one mean a row, so a cell has one sample and no p99.
/// Bandwidths are derived from the time and are not imported. Throws Error (exit 2) naming the
/// line when the log is foreign, damaged or cut.
[[nodiscard]] Report import_nccl_tests(const std::filesystem::path& file);

}  // namespace hopbench
