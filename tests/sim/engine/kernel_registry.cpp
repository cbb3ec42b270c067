#include "tests/sim/engine/kernel_registry.hpp"

#include <map>

namespace hopbench::sim {
namespace {

// Filled by constructors of packs, read until the process ends: never destroyed.
std::map<std::string, KernelDefinition>& kernels() {
    static auto* all = new std::map<std::string, KernelDefinition>;
    return *all;
}

}  // namespace

const KernelDefinition* find_kernel(const std::string& mangled_name) {
    const auto found = kernels().find(mangled_name);
    return found == kernels().end() ? nullptr : &found->second;
}

}  // namespace hopbench::sim

hopbench::sim::AccessState hopbench_sim_access;

void hopbench_sim_register_kernel(const hopbench::sim::KernelDefinition* kernel) {
    hopbench::sim::kernels()[kernel->name] = *kernel;
}
