#pragma once
#include <cstdint>
#include <optional>

#include "kernels/runtime/buffer.hpp"
#include "kernels/runtime/stream.hpp"

namespace hopbench {

/// Memory of one device that all cases share: it only grows, so a cell of a pair measured before
/// allocates nothing. Every call needs the arena's device to be current.
class Arena {
  public:
    /// At least `bytes` of memory, aligned to 2 MiB. Growing drops the content. Throws CudaError.
    unsigned char* reserve(std::uint64_t bytes);

    /// reserve(), with the first `bytes` filled with the pattern of `key`; enqueues nothing when
    /// they are already. The stream's later work sees the fill. Throws CudaError.
    unsigned char* filled(const Stream& stream, std::uint64_t bytes, std::uint64_t key);

  private:
    std::optional<DeviceBuffer> buffer_;
    std::uint64_t capacity_ = 0;
    std::uint64_t filled_ = 0;  ///< bytes from the start that hold the pattern of key_
    std::uint64_t key_ = 0;
};

}  // namespace hopbench
