#include "harness/nccl_topo/placement.hpp"

#include "harness/nccl_topo/number.hpp"

namespace hopbench::nccl_topo {
namespace {

bool holds(const Element& element, std::string_view bdf) {
    if (element.kind == Kind::pci && element.value("busid") == bdf) return true;
    for (const auto& child : element.children)
        if (holds(child, bdf)) return true;
    return false;
}

}  // namespace

std::optional<int> numa_id_of(const Element& system, std::string_view bdf) {
    for (const auto& cpu : system.children) {
        if (!holds(cpu, bdf)) continue;
        const auto* numa = cpu.find("numaid");
        return numa == nullptr ? std::nullopt : std::optional(leading_integer(*numa));
    }
    return std::nullopt;
}

}  // namespace hopbench::nccl_topo
