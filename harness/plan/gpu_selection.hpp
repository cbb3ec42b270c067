#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

/// GPU indices of `--gpus` ("0,2,4-7"), ascending; empty text: all. Throws Error (exit 2) naming
/// what the machine has.
[[nodiscard]] std::vector<int> select_gpus(const std::string& list, const std::vector<Gpu>& gpus);

/// True NUMA nodes of `--numa BDF=NODE`, by GPU index. Throws Error (exit 2) for bad grammar and
/// for addresses that no GPU has.
[[nodiscard]] std::map<int, int> parse_numa(const std::vector<std::string>& assignments,
                                            const std::vector<Gpu>& gpus);

}  // namespace hopbench
