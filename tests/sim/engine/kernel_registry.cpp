#include "tests/sim/engine/kernel_registry.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <memory>

namespace hopbench::sim {
namespace {

// Filled by constructors of packs, read until the process ends: never destroyed.
std::map<std::string, KernelDefinition>& kernels() {
    static auto* all = new std::map<std::string, KernelDefinition>;
    return *all;
}

// Unnamed namespaces are named differently by every compiler and for every file, and a pack cannot
// have them at all: signatures are compared without. "" for what is no mangled name.
std::string signature_of(const std::string& mangled_name) {
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(mangled_name.c_str(), nullptr, nullptr, nullptr), &std::free);
    std::string signature = text ? text.get() : "";
    const std::string unnamed = "(anonymous namespace)::";
    for (auto at = signature.find(unnamed); at != std::string::npos; at = signature.find(unnamed))
        signature.erase(at, unnamed.size());
    return signature;
}

}  // namespace

const KernelDefinition* find_kernel(const std::string& mangled_name) {
    const auto found = kernels().find(mangled_name);
    if (found != kernels().end()) return &found->second;
    const auto wanted = signature_of(mangled_name);
    if (wanted.empty()) return nullptr;
    for (const auto& [name, kernel] : kernels())
        if (signature_of(name) == wanted) return &(kernels()[mangled_name] = kernel);
    return nullptr;
}

}  // namespace hopbench::sim

hopbench::sim::AccessState hopbench_sim_access;

void hopbench_sim_register_kernel(const hopbench::sim::KernelDefinition* kernel) {
    hopbench::sim::kernels()[kernel->name] = *kernel;
}
