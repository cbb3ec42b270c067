#pragma once
#include <utility>

#include "kernels/runtime/error.hpp"

namespace hopbench {

/// A stream of the device that was current, not synchronising with the legacy default stream.
class Stream {
  public:
    Stream() {
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
              "cudaStreamCreateWithFlags");
    }
    ~Stream() {
        if (stream_) (void)cudaStreamDestroy(stream_);
    }
    Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    Stream& operator=(Stream&& other) noexcept {
        std::swap(stream_, other.stream_);
        return *this;
    }

    [[nodiscard]] cudaStream_t get() const noexcept { return stream_; }
    /// Blocks until everything enqueued so far is done. Throws CudaError.
    void synchronize(SourceLocation where = SourceLocation::current()) const {
        check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize", where);
    }

  private:
    cudaStream_t stream_ = nullptr;
};
static_assert(sizeof(Stream) == sizeof(void*));

}  // namespace hopbench
