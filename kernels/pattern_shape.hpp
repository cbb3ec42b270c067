#pragma once
#include <cstdint>

namespace hopbench {

/// Operations write into slices of one arena: slice i covers `bytes` bytes from i·stride. The
/// stride is a multiple of 16, so every slice starts on a 16-byte word.
struct SliceLayout {
    std::uint64_t bytes = 0;
    std::uint64_t stride = 0;
    std::uint32_t count = 0;  ///< at most max_count

    static constexpr std::uint32_t max_count = 65535;  ///< of a grid's second dimension

    [[nodiscard]] constexpr std::uint64_t extent() const noexcept { return stride * count; }
    [[nodiscard]] constexpr std::uint64_t payload() const noexcept { return bytes * count; }
};

/// Slices of `bytes` that start in different 256-byte blocks: no two operations share a line or a
/// DRAM burst.
[[nodiscard]] constexpr SliceLayout slices_of(std::uint64_t bytes, std::uint32_t count) noexcept {
    constexpr std::uint64_t alignment = 256;
    const std::uint64_t stride = (bytes + alignment - 1) / alignment * alignment;
    return {.bytes = bytes, .stride = stride == 0 ? alignment : stride, .count = count};
}

/// What the checking kernel found, added up over launches. In device memory of the checked GPU.
struct PatternVerdict {
    std::uint64_t mismatches = 0;  ///< bytes that differ
    std::uint64_t first_bad = 0;   ///< arena offset of one of them: the first one reported
};

/// Threads of a block, and 16-byte words each of them handles: 64 KiB a block.
inline constexpr unsigned pattern_threads = 256;
inline constexpr unsigned pattern_words_per_thread = 16;

}  // namespace hopbench
