#pragma once
#include <optional>
#include <string>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

struct Fault {
    std::string place;  ///< "cells[12].median"
    std::string why;
};

/// The first thing that contradicts itself: arrays of one cell (or of the invocations) that differ
/// in length, indexes past their table, samples past the sidecar's end, a cell of an unknown
/// variant, a pair or a variant with two pieces of evidence, an empty list of reasons. Equal keys
/// are looked for where cells are sorted.
[[nodiscard]] std::optional<Fault> find_fault(const Report& report);

}  // namespace hopbench::reporting
