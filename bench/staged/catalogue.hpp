#pragma once
#include "bench/common/case_definition.hpp"

namespace hopbench {

/// The cases of hopbench-staged.
[[nodiscard]] Catalogue staged_catalogue() noexcept;

/// GPU → pinned host memory → GPU through a ring of slots: series `bandwidth`.
void run_ring(CaseContext& context);

}  // namespace hopbench
