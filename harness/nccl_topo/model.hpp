#pragma once
#include <string>
#include <string_view>
#include <vector>

/// NCCL's topology files: their tree, the parser that takes and refuses what NCCL 2.28's own does,
/// a writer, a generator, and what NCCL's log and dumps say of a run.
namespace hopbench::nccl_topo {

/// The elements NCCL knows. Every other name is skipped by it.
enum class Kind { system, cpu, pci, gpu, nic, net, nvlink, pcilink, c2c };

[[nodiscard]] std::string_view name_of(Kind kind) noexcept;

/// Line and column of a file, both from 1; the column counts bytes.
struct Place {
    int line = 1, column = 1;
};

struct Attribute {
    std::string key, value;
    bool operator==(const Attribute&) const = default;
};

/// One node of the tree, as NCCL keeps it: attributes in file order, children in file order.
struct Element {
    Kind kind = Kind::system;
    std::vector<Attribute> attributes;
    std::vector<Element> children;
    Place place = {};

    /// The value NCCL sees: that of the first attribute of this name; null where there is none.
    [[nodiscard]] const std::string* find(std::string_view key) const noexcept;
    /// The value, or "" where there is none.
    [[nodiscard]] std::string_view value(std::string_view key) const noexcept;
};

/// Equal kinds, attributes and children, in order; places do not count.
[[nodiscard]] bool same_tree(const Element& a, const Element& b);

}  // namespace hopbench::nccl_topo
