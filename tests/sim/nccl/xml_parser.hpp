// Reads a topology file as NCCL's hand-written parser does: not XML, but close.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tests/sim/nccl/xml_tree.hpp"

namespace hopbench::sim::nccl {

// What the parser has to say at GRAPH level.
using SayGraph = std::function<void(const std::string& line)>;

// Appends the nodes of text to an empty tree; an empty text leaves it empty. Throws InitFailure
// with NCCL's own result and words. Deeper than 1000 levels is refused, where NCCL would use up
// its stack.
void parse_topology(std::string_view text, XmlTree& tree, const SayGraph& say);

}  // namespace hopbench::sim::nccl
