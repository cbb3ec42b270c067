#pragma once
#include <algorithm>
#include <cstdint>

#include "kernels/pattern_shape.hpp"

namespace hopbench {

/// Blocks and threads of a kernel whose threads handle pattern_words_per_thread words each.
struct LaunchShape {
    unsigned blocks, threads;
};

/// Of one slice of `words` 16-byte words, at least one. Blocks are narrower than a warp or whole
/// warps, as pattern_walk() needs them.
[[nodiscard]] constexpr LaunchShape launch_shape(std::uint64_t words) noexcept {
    const std::uint64_t wanted = (words + pattern_words_per_thread - 1) / pattern_words_per_thread;
    constexpr std::uint64_t warp = 32;
    const std::uint64_t threads =
        wanted < warp ? wanted
                      : std::min<std::uint64_t>((wanted + warp - 1) / warp * warp, pattern_threads);
    const std::uint64_t blocks = (wanted + threads - 1) / threads;
    return {static_cast<unsigned>(blocks), static_cast<unsigned>(threads)};
}

}  // namespace hopbench
