#pragma once
#include "harness/report/document.hpp"
#include "harness/report/report_summary.hpp"

namespace hopbench::reporting {

/// "latency/oneshot completion · 4 KiB · push · ce".
[[nodiscard]] std::string matrix_title(const CellKey& key, bool with_bytes);

/// A matrix source × destination, axes by NUMA node. One line when no pair has a number; also when
/// all pairs are good and alike (2 %), unless `all`.
[[nodiscard]] Section matrix_section(const MatrixSummary& matrix, const Report& report, bool all);

/// Sizes down, time and the bandwidths that follow from it across.
[[nodiscard]] Section collective_section(const MatrixSummary& collective, const Report& report);

}  // namespace hopbench::reporting
