#pragma once
#include <cstdint>

namespace hopbench {

/// Threads of a block, and 16-byte words each of them copies: 32 KiB a block.
inline constexpr unsigned copy_threads = 256;
inline constexpr unsigned copy_words_per_thread = 8;

class Stream;

/// Enqueues a copy of `bytes` bytes (0: nothing) by the multiprocessors of the stream's device,
/// which is current: its loads from `from`, its stores to `to`, each an address it can reach and a
/// multiple of 16. Throws CudaError.
void launch_copy(const Stream& stream, unsigned char* to, const unsigned char* from,
                 std::uint64_t bytes);

}  // namespace hopbench
