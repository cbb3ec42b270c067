#pragma once
#include <vector>

#include "harness/report/document.hpp"

namespace hopbench::reporting {

/// What pairs of GPUs can do: findings first, then a matrix a step. A step that ended alike for
/// all pairs is one line, unless `all`. Empty when nothing was tried.
[[nodiscard]] std::vector<Section> capability_sections(const Report& report, bool all);

}  // namespace hopbench::reporting
