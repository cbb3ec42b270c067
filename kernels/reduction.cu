#include "kernels/launch_shape.hpp"
#include "kernels/reduction.cuh"
#include "kernels/reduction.hpp"

namespace hopbench {

void launch_reduction_fill(const Stream& stream, unsigned char* arena, std::uint64_t begin,
                           std::uint64_t bytes, std::uint64_t key, int rank) {
    if (bytes == 0) return;
    const LaunchShape shape = launch_shape(bytes / 16);
    dev::reduction_fill_kernel<<<shape.blocks, shape.threads, 0, stream.get()>>>(
        arena, begin, bytes, key, static_cast<std::uint32_t>(rank));
    check(cudaGetLastError(), "reduction_fill_kernel");
}

void launch_reduction_check(const Stream& stream, const unsigned char* arena, SliceLayout slices,
                            std::uint64_t key, int ranks, ReductionVerdict* verdict) {
    if (slices.payload() == 0) return;
    // Slices without gaps are one long slice.
    if (slices.bytes == slices.stride)
        slices = {.bytes = slices.extent(), .stride = slices.extent(), .count = 1};
    const LaunchShape shape = launch_shape((slices.bytes + 15) / 16);
    dev::reduction_check_kernel<<<dim3(shape.blocks, slices.count), shape.threads, 0,
                                  stream.get()>>>(arena, slices.bytes, slices.stride, key,
                                                  static_cast<std::uint32_t>(ranks), verdict);
    check(cudaGetLastError(), "reduction_check_kernel");
}

}  // namespace hopbench
