#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

namespace hopbench {

/// A NUMA node of the machine that runs the benches.
struct NumaNodeFacts {
    int id = 0;
    std::vector<int> cpus;           ///< ascending; empty: memory only
    std::uint64_t memory_bytes = 0;  ///< 0: CPUs only
    /// To every node in the order of the list, as the kernel has it from firmware; 10 is itself.
    std::vector<int> distances;
};

/// The nodes below ROOT/sys/devices/system/node, ascending by id; empty where the kernel shows
/// none. What a node's files do not tell stays empty.
[[nodiscard]] std::vector<NumaNodeFacts> read_numa_nodes(const std::filesystem::path& root);

}  // namespace hopbench
