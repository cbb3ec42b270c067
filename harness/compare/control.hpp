#pragma once
#include <string>
#include <vector>

#include "harness/model/comparison.hpp"

namespace hopbench::compare {

/// The negative control's rule: it fails when a group of the baseline against itself is worse or
/// better, or when the half-width of its interval exceeds the group's δ (off where δ = 0). Groups
/// without an interval cannot be judged and go to `warnings`.
[[nodiscard]] ControlResult judge_control(Contrast contrast, std::vector<std::string>& warnings);

}  // namespace hopbench::compare
