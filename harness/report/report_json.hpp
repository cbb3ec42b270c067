#pragma once
#include <string>

#include "harness/report/report_summary.hpp"

namespace hopbench::reporting {

/// hopbench.report-summary/1: one number a cell, one cell a line.
[[nodiscard]] std::string report_json(const Report& report, const ReportSummary& summary);

}  // namespace hopbench::reporting
