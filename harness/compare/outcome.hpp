#pragma once
#include "harness/compare/compare.hpp"

namespace hopbench::compare {

/// Counts the verdicts of all contrasts' groups and sets exit code and headline.
/// Precedence of exits: 4 (incomparable, not applied, control failed) over 1 (a group is worse)
/// over 3 (a group is inconclusive and that was asked for) over 0.
void conclude(Comparison& comparison, const CompareOptions& options);

}  // namespace hopbench::compare
