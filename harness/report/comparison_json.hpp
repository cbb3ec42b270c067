#pragma once
#include <string>

#include "harness/model/comparison.hpp"

namespace hopbench::reporting {

/// hopbench.comparison/1: everything of the comparison, one group or cell a line; a number that
/// does not exist is null.
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

}  // namespace hopbench::reporting
