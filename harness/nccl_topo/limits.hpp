#pragma once
#include <cstddef>

namespace hopbench::nccl_topo {

// Fixed sizes inside NCCL 2.28.

/// A file with this many elements is refused: NCCL wants room for one more before it looks for the
/// end.
inline constexpr std::size_t max_nodes = 256;
inline constexpr std::size_t max_children = 128;
inline constexpr std::size_t max_attributes = 16;
/// Characters of a name, a key or a value.
inline constexpr std::size_t max_characters = 253;

}  // namespace hopbench::nccl_topo
