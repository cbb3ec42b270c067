#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/runtime/error.hpp"

namespace hopbench {

/// Memory of the device that was current; data() is aligned to 2 MiB, the driver's page, so that no
/// two measurements differ by where in a page they start.
class DeviceBuffer {
  public:
    static constexpr std::size_t alignment = std::size_t{2} << 20;

    explicit DeviceBuffer(std::size_t bytes) {
        check(cudaMalloc(&base_, bytes + alignment), "cudaMalloc");
    }
    ~DeviceBuffer() {
        if (base_) (void)cudaFree(base_);
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept : base_(std::exchange(other.base_, nullptr)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(base_, other.base_);
        return *this;
    }

    [[nodiscard]] unsigned char* data() const noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(base_);
        const auto aligned = (address + alignment - 1) / alignment * alignment;
        return static_cast<unsigned char*>(base_) + (aligned - address);
    }

  private:
    void* base_ = nullptr;
};
static_assert(sizeof(DeviceBuffer) == sizeof(void*));

}  // namespace hopbench
