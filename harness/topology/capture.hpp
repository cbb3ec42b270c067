#pragma once
#include <filesystem>

#include "harness/model/machine.hpp"
#include "harness/topology/rooted_files.hpp"

namespace hopbench {

/// Facts of files and of hwloc: system, packages, NUMA nodes, PCI devices, and what the driver's
/// /proc says of GPUs. `root`: `/`, or a recorded tree. Needs no root rights and no driver; what
/// cannot be read is recorded as such. Throws Error (exit 2) when `root` is no directory.
[[nodiscard]] Machine capture_machine(const std::filesystem::path& root);

// The sources, each in a file of its own; capture.cpp lists them.
void add_kernel_facts(Machine& machine, const RootedFiles& files);
void add_cpu_facts(Machine& machine, const RootedFiles& files);
void add_node_facts(Machine& machine, const RootedFiles& files);
void add_pci_facts(Machine& machine, const RootedFiles& files);
void add_driver_facts(Machine& machine, const RootedFiles& files);
void add_hwloc_facts(Machine& machine, const RootedFiles& files);

}  // namespace hopbench
