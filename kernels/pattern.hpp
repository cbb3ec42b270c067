#pragma once
#include <cstdint>
#include <span>

#include "kernels/pattern_shape.hpp"
#include "kernels/runtime/stream.hpp"

namespace hopbench {

/// Key of the pattern GPU `src` writes for GPU `dst` in a run with this seed.
[[nodiscard]] std::uint64_t pattern_key(std::uint64_t seed, int src, int dst) noexcept;

/// Enqueues the filling of arena bytes [begin, begin + bytes), both multiples of 16, on a stream of
/// the arena's device, which is current. Throws CudaError.
void launch_pattern_fill(const Stream& stream, unsigned char* arena, std::uint64_t begin,
                         std::uint64_t bytes, std::uint64_t key);

/// Enqueues the check of slices by the arena's owner (its stream, its device current). What differs
/// is added to `verdict`, in that device's memory. Throws CudaError.
void launch_pattern_check(const Stream& stream, const unsigned char* arena, SliceLayout slices,
                          std::uint64_t key, PatternVerdict* verdict);

/// The host's own word on the pattern, byte by byte from its definition and sharing no text with
/// the kernels: number of bytes of `seen` that differ from the pattern at arena offset `position`.
[[nodiscard]] std::uint64_t count_pattern_mismatches(std::span<const unsigned char> seen,
                                                     std::uint64_t position,
                                                     std::uint64_t key) noexcept;

/// The host fills memory that it sends: bytes [position, position + bytes.size()) of the arena.
/// `position` is a multiple of 16.
void write_pattern(std::span<unsigned char> bytes, std::uint64_t position,
                   std::uint64_t key) noexcept;

/// Byte `position` of the arena with this key.
[[nodiscard]] unsigned char pattern_byte_at(std::uint64_t position, std::uint64_t key) noexcept;

}  // namespace hopbench
