#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "harness/nccl_topo/diagnostic.hpp"

namespace hopbench::nccl_topo {

/// What NCCL 2.28 makes of the text of a topology file.
struct ParsedTopology {
    /// What was read; none for an empty file and where reading stopped before the first element.
    /// After a fatal finding: what had been read until then.
    std::optional<Element> system;
    std::vector<Diagnostic> diagnostics;  ///< by place

    /// The first finding that ends init; null where there is none.
    [[nodiscard]] const Diagnostic* fatal() const noexcept;
};

/// Reads `text` by the rules of NCCL's hand-written parser, which is not an XML parser, then looks
/// at the tree as NCCL's later steps do (check_tree). Never throws for what a file can hold; time
/// and memory are bounded by the length of the text and NCCL's own limits.
/// Fatal findings that depend on the machine are reported as fatal and say on what: attributes of
/// <cpu> that only a machine without a network device off PCI can do without, and a bridge without
/// class that sysfs does not know.
[[nodiscard]] ParsedTopology parse_nccl_xml(std::string_view text);

/// Findings of a tree that the grammar allows: missing and misread attributes, duplicates, links.
[[nodiscard]] std::vector<Diagnostic> check_tree(const Element& system);

}  // namespace hopbench::nccl_topo
