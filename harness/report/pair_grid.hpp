#pragma once
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "harness/model/report.hpp"
#include "harness/report/document.hpp"

namespace hopbench::reporting {

/// A table source × destination whose axes are the report's GPUs and those that only `indexes`
/// knows, in the order of NUMA nodes. `entry` gives what stands at a pair; without it the diagonal
/// shows "·" and any other place "–".
[[nodiscard]] Table pair_grid(const std::vector<Gpu>& gpus, const std::set<int>& indexes,
                              const std::function<std::optional<Phrase>(int, int)>& entry);

/// The report's GPUs and those that only `indexes` knows, in the order of NUMA nodes.
[[nodiscard]] std::vector<Gpu> axis_of(std::vector<Gpu> gpus, const std::set<int>& indexes);

/// "node 1", "node ?".
[[nodiscard]] std::string node_text(const Gpu& gpu);

}  // namespace hopbench::reporting
