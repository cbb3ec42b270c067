#pragma once
#include <filesystem>
#include <string>

namespace hopbench {

/// Whether the kernel of this tree takes the node for a device: −1, or a node that is online.
[[nodiscard]] bool takes_node(const std::filesystem::path& root, int node);

/// What a write to numa_node of a device does, done to the files of a scratch root: EINVAL for a
/// node it does not take; else numa_node, local_cpus and local_cpulist (on −1: all CPUs that are
/// online). Returns 0 or an errno; ENOENT where there is no such device, EXDEV where the device
/// lies outside of the root.
[[nodiscard]] int write_numa_node(const std::filesystem::path& root, const std::string& bdf,
                                  int node);

}  // namespace hopbench
