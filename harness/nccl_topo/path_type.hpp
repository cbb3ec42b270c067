#pragma once
#include <string>
#include <string_view>

namespace hopbench::nccl_topo {

/// Place of a path type in NCCL's order from near to far ("LOC" … "SYS" … "DIS"); −1 for others.
[[nodiscard]] int path_rank(std::string_view type);

/// Keeps the farther of the two in `farthest`; words that are no path type change nothing.
void keep_farther(std::string& farthest, std::string_view type);

}  // namespace hopbench::nccl_topo
