#include <algorithm>

#include "kernels/pattern.cuh"
#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

struct Shape {
    unsigned blocks, threads;
};

/// Of one slice: threads for its words at pattern_words_per_thread each.
Shape shape_for(std::uint64_t words) {
    const std::uint64_t wanted = (words + pattern_words_per_thread - 1) / pattern_words_per_thread;
    constexpr std::uint64_t warp = 32;
    const std::uint64_t threads =
        wanted < warp ? wanted
                      : std::min<std::uint64_t>((wanted + warp - 1) / warp * warp, pattern_threads);
    const std::uint64_t blocks = (wanted + threads - 1) / threads;
    return {static_cast<unsigned>(blocks), static_cast<unsigned>(threads)};
}

}  // namespace

void launch_pattern_fill(const Stream& stream, unsigned char* arena, std::uint64_t begin,
                         std::uint64_t bytes, std::uint64_t key) {
    if (bytes == 0) return;
    const Shape shape = shape_for(bytes / 16);
    dev::pattern_fill_kernel<<<shape.blocks, shape.threads, 0, stream.get()>>>(arena, begin, bytes,
                                                                               key);
    check(cudaGetLastError(), "pattern_fill_kernel");
}

void launch_pattern_check(const Stream& stream, const unsigned char* arena, SliceLayout slices,
                          std::uint64_t key, PatternVerdict* verdict) {
    if (slices.payload() == 0) return;
    // Slices without gaps are one long slice.
    if (slices.bytes == slices.stride)
        slices = {.bytes = slices.extent(), .stride = slices.extent(), .count = 1};
    const Shape shape = shape_for((slices.bytes + 15) / 16);
    dev::pattern_check_kernel<<<dim3(shape.blocks, slices.count), shape.threads, 0, stream.get()>>>(
        arena, slices.bytes, slices.stride, key, verdict);
    check(cudaGetLastError(), "pattern_check_kernel");
}

}  // namespace hopbench
