#pragma once
#include <string>

#include "harness/nccl_topo/model.hpp"

namespace hopbench::nccl_topo {

/// The tree as text that NCCL reads back as it is: two spaces of indentation, one element a line,
/// double quotes, no prolog, LF. Throws Error (exit 2) where no text could say it: a quote, a
/// control character or 254 and more characters in a value, more than 16 attributes, 128 children
/// or 255 elements.
[[nodiscard]] std::string write_nccl_xml(const Element& system);

}  // namespace hopbench::nccl_topo
