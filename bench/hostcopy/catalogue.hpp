#pragma once
#include "bench/common/case_definition.hpp"

namespace hopbench {

/// The cases of hopbench-hostcopy.
[[nodiscard]] Catalogue hostcopy_catalogue() noexcept;

/// From pinned host memory on one node to a GPU: series `bandwidth`.
void run_h2d(CaseContext& context);
/// The other way.
void run_d2h(CaseContext& context);

}  // namespace hopbench
