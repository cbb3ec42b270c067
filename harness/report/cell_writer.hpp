#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

/// Reasons for numbers that do not exist although their invocation names none: indexes into the
/// list of reasons that the file gets.
struct DefaultReasons {
    std::uint32_t few_samples = 0;   ///< for p99 below 100 samples
    std::uint32_t not_recorded = 0;  ///< for anything else
};

/// Appends the default reasons that the cells need to `reasons`.
[[nodiscard]] DefaultReasons add_default_reasons(const std::vector<Cell>& cells,
                                                 std::vector<std::string>& reasons);

/// Appends the key of a cell as an object.
void append_cell_key(std::string& out, const CellKey& key);

/// Appends one cell as one line without its newline.
void append_cell(std::string& out, const Cell& cell, const DefaultReasons& defaults);

}  // namespace hopbench::reporting
