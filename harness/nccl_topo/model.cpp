#include "harness/nccl_topo/model.hpp"

#include <algorithm>
#include <array>

namespace hopbench::nccl_topo {

std::string_view name_of(Kind kind) noexcept {
    constexpr std::array<std::string_view, 9> names{"system", "cpu",    "pci",     "gpu", "nic",
                                                    "net",    "nvlink", "pcilink", "c2c"};
    return names[static_cast<std::size_t>(kind)];
}

const std::string* Element::find(std::string_view key) const noexcept {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [key](const Attribute& a) { return a.key == key; });
    return found == attributes.end() ? nullptr : &found->value;
}

std::string_view Element::value(std::string_view key) const noexcept {
    const auto* found = find(key);
    return found == nullptr ? std::string_view() : std::string_view(*found);
}

bool same_tree(const Element& a, const Element& b) {
    return a.kind == b.kind && a.attributes == b.attributes &&
           std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                      same_tree);
}

}  // namespace hopbench::nccl_topo
