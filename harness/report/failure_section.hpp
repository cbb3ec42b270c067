#pragma once
#include "harness/report/document.hpp"
#include "harness/report/report_summary.hpp"

namespace hopbench::reporting {

/// What failed and why. Cells of one method and variant that failed alike are one row, and only
/// the first rows are shown, unless `all`. Nothing when nothing failed.
[[nodiscard]] std::optional<Section> failure_section(const std::vector<FailureSummary>& failures,
                                                     bool all);

}  // namespace hopbench::reporting
