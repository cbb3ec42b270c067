#include "harness/topology/capture.hpp"

namespace hopbench {

// What the kernel says of itself and of the board: anything that moves small-transfer latency or
// says whether this is a guest.
void add_kernel_facts(Machine& machine, const RootedFiles& files) {
    auto& system = machine.part("system", "");
    struct Entry {
        const char* name;
        const char* path;
    };
    constexpr Entry texts[] = {
        {"kernel", "/proc/sys/kernel/osrelease"},
        {"command_line", "/proc/cmdline"},
        {"board_vendor", "/sys/class/dmi/id/sys_vendor"},
        {"board_product", "/sys/class/dmi/id/product_name"},
        {"board_version", "/sys/class/dmi/id/product_version"},
        {"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
        {"transparent_hugepages", "/sys/kernel/mm/transparent_hugepage/enabled"},
        {"cpuidle_driver", "/sys/devices/system/cpu/cpuidle/current_driver"},
        {"iommu_default", "/sys/module/iommu/parameters/default"},
    };
    constexpr Entry numbers[] = {
        {"taint", "/proc/sys/kernel/tainted"},
        {"numa_balancing", "/proc/sys/kernel/numa_balancing"},
    };
    for (const auto& [name, path] : texts) files.add_text(system, name, path);
    for (const auto& [name, path] : numbers) files.add_number(system, name, path);
}

}  // namespace hopbench
