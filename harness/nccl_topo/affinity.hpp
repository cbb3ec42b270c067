#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hopbench::nccl_topo {

/// CPUs that NCCL reads from an affinity: 32-bit hexadecimal words, the most significant first,
/// separated by commas; of a word the digits before the first other character. Ascending, below
/// 1024.
[[nodiscard]] std::vector<int> cpus_of_affinity(const std::string& affinity);

/// Whether it is made of hexadecimal words of at most 8 digits and nothing else.
[[nodiscard]] bool is_affinity(std::string_view text);

}  // namespace hopbench::nccl_topo
