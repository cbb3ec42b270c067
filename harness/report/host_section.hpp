#pragma once
#include "harness/report/document.hpp"
#include "harness/report/report_summary.hpp"

namespace hopbench::reporting {

/// GPU × node of the host buffer: each value marked local or remote where the truth is known.
[[nodiscard]] Section host_section(const MatrixSummary& copies, const Report& report, bool all);

}  // namespace hopbench::reporting
