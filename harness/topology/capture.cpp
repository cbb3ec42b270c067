#include "harness/topology/capture.hpp"

#include <array>

namespace hopbench {

Machine capture_machine(const std::filesystem::path& root) {
    constexpr std::array sources{add_kernel_facts, add_cpu_facts,    add_node_facts,
                                 add_pci_facts,    add_driver_facts, add_hwloc_facts};
    const RootedFiles files(root);
    Machine machine{.root = files.root().string(), .parts = {}};
    for (const auto source : sources) source(machine, files);
    return machine;
}

}  // namespace hopbench
