#pragma once
#include <cstdint>
#include <span>

#include "kernels/pattern_shape.hpp"
#include "kernels/reduction_shape.hpp"
#include "kernels/runtime/stream.hpp"

namespace hopbench {

/// Enqueues the filling of arena bytes [begin, begin + bytes), both multiples of 16, with the
/// floats of `rank` (below reduction_max_ranks), on a stream of the arena's device, which is
/// current. Throws CudaError.
void launch_reduction_fill(const Stream& stream, unsigned char* arena, std::uint64_t begin,
                           std::uint64_t bytes, std::uint64_t key, int rank);

/// Enqueues the check that slices hold the sum over `ranks` ranks, by the arena's owner (its
/// stream, its device current). Slices have a multiple of 4 bytes. What differs is added to
/// `verdict`, in that device's memory. Throws CudaError.
void launch_reduction_check(const Stream& stream, const unsigned char* arena, SliceLayout slices,
                            std::uint64_t key, int ranks, ReductionVerdict* verdict);

/// Element `index` of the arena of `rank`, from the definition and sharing no text with the
/// kernels.
[[nodiscard]] float reduction_input_at(std::uint64_t index, std::uint64_t key, int rank) noexcept;

/// The host's own word on the sum, adding up the inputs rank by rank: index of the first element of
/// `seen` that differs from the sum at arena element `index`, seen.size() where none does.
[[nodiscard]] std::size_t first_reduction_mismatch(std::span<const float> seen, std::uint64_t index,
                                                   std::uint64_t key, int ranks) noexcept;

}  // namespace hopbench
