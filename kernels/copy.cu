#include <algorithm>

#include "kernels/copy.cuh"
#include "kernels/runtime/stream.hpp"

namespace hopbench {

void launch_copy(const Stream& stream, unsigned char* to, const unsigned char* from,
                 std::uint64_t bytes) {
    if (bytes == 0) return;
    constexpr std::uint64_t warp = 32;
    const std::uint64_t words = std::max<std::uint64_t>(bytes / 16, 1);
    // A small copy takes a word a thread, so that all of it is in flight at once.
    const std::uint64_t threads =
        std::min<std::uint64_t>((words + warp - 1) / warp * warp, copy_threads);
    const std::uint64_t a_block = threads * copy_words_per_thread;
    const auto blocks = static_cast<unsigned>((words + a_block - 1) / a_block);
    dev::copy_kernel<<<blocks, static_cast<unsigned>(threads), 0, stream.get()>>>(to, from, bytes);
    check(cudaGetLastError(), "copy_kernel");
}

}  // namespace hopbench
