#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hopbench {

/// One value to be written to sys/bus/pci/devices/BDF/numa_node.
struct NumaWrite {
    std::string bdf;
    int before = -1;  ///< what it held when planned
    int after = -1;
    std::string what;  ///< "GPU 0000:01:00.0", "port above GPU 0000:01:00.0"
    bool operator==(const NumaWrite&) const = default;
};

/// Throws Error, exit 4, unless the root is a scratch root: its sys/ must not be the kernel's, a
/// running machine is not changed by a run.
void require_scratch_root(const std::filesystem::path& root);

/// What makes every reader see the GPUs on their true nodes: each GPU, the port whose node NCCL
/// reads (behind a switch the upstream port) and its topmost port below the host bridge. Values
/// that hold already are left out: writing taints a kernel. By address, ascending. Keys: PCI
/// addresses in any form. Throws Error: exit 2 for a bad address, exit 4 where the tree lacks the
/// device or the node, and where GPUs of different nodes share a port.
[[nodiscard]] std::vector<NumaWrite> plan_sysfs_numa(const std::filesystem::path& root,
                                                     const std::map<std::string, int>& node_by_bdf);

/// Writes a plan to a scratch root as the kernel takes it: a node that is offline or beyond its
/// range, and a negative one other than −1, is EINVAL; local_cpus and local_cpulist follow.
/// Throws Error: exit 4 as require_scratch_root and for a refused value, exit 2 where the disk
/// refuses.
void apply_sysfs_numa(const std::filesystem::path& root, const std::vector<NumaWrite>& writes);

/// numa_node as it reads now, by canonical address; devices that the tree lacks are left out.
[[nodiscard]] std::map<std::string, int> read_sysfs_numa(const std::filesystem::path& root,
                                                         const std::vector<std::string>& bdfs);

}  // namespace hopbench
