#pragma once
#include <algorithm>
#include <cstdint>

#include "bench/common/prepared_device.hpp"
#include "kernels/pattern_shape.hpp"

namespace hopbench {

/// Parts of an arena that its owner's check also copies to the host, one after the other in the
/// device's staging buffer.
struct HostParts {
    std::uint64_t head = 0;           ///< bytes from the start of the first slice
    std::uint64_t tail = 0;           ///< bytes up to the end of the last slice
    std::uint64_t tail_position = 0;  ///< arena offset of the tail
};

[[nodiscard]] inline HostParts host_parts(const SliceLayout& slices) noexcept {
    constexpr std::uint64_t limit = PreparedDevice::staging_bytes;
    if (slices.count == 1 && slices.bytes <= limit) return {.head = slices.bytes};
    const std::uint64_t part = std::min(slices.bytes, limit / 2);
    const std::uint64_t end = slices.stride * (slices.count - 1) + slices.bytes;
    return {.head = part, .tail = part, .tail_position = end - part};
}

}  // namespace hopbench
