#pragma once
#include <cstddef>
#include <utility>

#include "kernels/runtime/error.hpp"

namespace hopbench {

/// Pinned host memory that every device can reach, page-aligned, zeroed by nobody.
class HostBuffer {
  public:
    explicit HostBuffer(std::size_t bytes) {
        check(cudaHostAlloc(&data_, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
              "cudaHostAlloc");
    }
    ~HostBuffer() {
        if (data_) (void)cudaFreeHost(data_);
    }
    HostBuffer(HostBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    HostBuffer& operator=(HostBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }

    template <class T = unsigned char>
    [[nodiscard]] T* data() const noexcept {
        return static_cast<T*>(data_);
    }
    /// The address the device that is current uses for this memory. Throws CudaError.
    template <class T = unsigned char>
    [[nodiscard]] T* device_data() const {
        void* pointer = nullptr;
        check(cudaHostGetDevicePointer(&pointer, data_, 0), "cudaHostGetDevicePointer");
        return static_cast<T*>(pointer);
    }

  private:
    void* data_ = nullptr;
};
static_assert(sizeof(HostBuffer) == sizeof(void*));

}  // namespace hopbench
