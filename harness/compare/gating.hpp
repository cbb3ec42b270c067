#pragma once
#include <string>
#include <vector>

#include "harness/model/comparison.hpp"
#include "harness/model/report.hpp"

namespace hopbench::compare {

/// One side of a contrast: a variant of a report.
struct Side {
    const Report& report;
    std::string variant;
};

/// Windows behind a gate and windows without one measure different things where enqueueing is the
/// slower part. Adds to `incomparable` what one side measured gated throughout and the other never,
/// and to `warnings` what either side measured partly without the gate.
void check_gating(Comparison& comparison, const Side& base, const Side& head);

}  // namespace hopbench::compare
