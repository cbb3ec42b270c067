#include <fmt/format.h>
#include <hwloc.h>

#include <cstdlib>
#include <memory>

#include "harness/topology/capture.hpp"

namespace hopbench {
namespace {

struct DestroyTopology {
    void operator()(hwloc_topology_t topology) const noexcept { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, DestroyTopology>;

std::string list_of(hwloc_const_bitmap_t set) {
    if (!set) return {};
    char* text = nullptr;
    if (hwloc_bitmap_list_asprintf(&text, set) < 0) return {};
    std::string result(text);
    std::free(text);
    return result;
}

/// A recorded tree must not be mixed with what the processor says of itself.
void point_at(const RootedFiles& files) {
    (void)setenv("HWLOC_HIDE_ERRORS", "2", 1);
    if (files.root() == "/") return;
    (void)setenv("HWLOC_FSROOT", files.root().c_str(), 1);
    (void)setenv("HWLOC_COMPONENTS", "linux,stop", 1);
    (void)setenv("HWLOC_THISSYSTEM", "0", 1);
}

/// Plugins of some installations start GPU drivers, in a process that must never open one.
void leave_out_drivers(hwloc_topology_t topology) {
    for (const char* name : {"cuda", "nvml", "opencl", "gl", "rsmi", "levelzero"})
        (void)hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
                                            name);
}

Topology load(const RootedFiles& files) {
    point_at(files);
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) return nullptr;
    Topology topology(raw);
    leave_out_drivers(raw);
    hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    return hwloc_topology_load(raw) == 0 ? std::move(topology) : nullptr;
}

}  // namespace

// hwloc reads local_cpus, but asks only the first child of each host bridge: where it disagrees
// with sysfs, its readers (MPI launchers, schedulers) are told something else.
void add_hwloc_facts(Machine& machine, const RootedFiles& files) {
    const unsigned version = hwloc_get_api_version();
    const auto source =
        fmt::format("hwloc {}.{}.{}", version >> 16, (version >> 8) & 0xff, version & 0xff);
    const auto topology = load(files);
    if (!topology) {
        add_unreadable(machine.part("system", ""), "cpus", source, "it cannot load this machine");
        return;
    }
    auto* all = topology.get();
    auto& system = machine.part("system", "");
    add_fact(system, "cpus", static_cast<std::int64_t>(hwloc_get_nbobjs_by_type(all, HWLOC_OBJ_PU)),
             source);
    add_fact(system, "packages",
             static_cast<std::int64_t>(hwloc_get_nbobjs_by_type(all, HWLOC_OBJ_PACKAGE)), source);
    for (auto* node = hwloc_get_next_obj_by_type(all, HWLOC_OBJ_NUMANODE, nullptr); node;
         node = hwloc_get_next_obj_by_type(all, HWLOC_OBJ_NUMANODE, node)) {
        auto& part = machine.part("node", std::to_string(node->os_index));
        add_fact(part, "cpus", list_of(node->cpuset), source);
        add_fact(part, "memory_bytes", static_cast<std::int64_t>(node->attr->numanode.local_memory),
                 source);
    }
    for (auto* device = hwloc_get_next_pcidev(all, nullptr); device;
         device = hwloc_get_next_pcidev(all, device)) {
        const auto& pci = device->attr->pcidev;
        auto& part = machine.part("pci", fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.domain,
                                                     pci.bus, pci.dev, pci.func));
        const auto* place = hwloc_get_non_io_ancestor_obj(all, device);
        add_fact(part, "local_cpulist", place ? list_of(place->cpuset) : std::string{}, source);
    }
}

}  // namespace hopbench
