#pragma once
#include "bench/common/case_definition.hpp"
#include "bench/common/host_arena.hpp"
#include "bench/common/operations.hpp"
#include "kernels/pattern_shape.hpp"

namespace hopbench {

enum class HostDirection { to_device, to_host };

/// Copies between pinned host memory and a GPU as operations, on the GPU's stream.
class HostCopy final : public Operations {
  public:
    /// The GPU that the case names, and host memory on its node. Throws CudaError; Error when the
    /// case does not name the GPU and bytes.
    HostCopy(CaseContext& context, HostDirection direction);

    [[nodiscard]] PreparedDevice& timing_device() const noexcept override { return *device_; }
    void reserve(std::uint32_t count) override;
    void enqueue(std::uint32_t index) override {
        const std::uint64_t offset = index * slices_.stride;
        check(cudaMemcpyAsync(to_ + offset, from_ + offset, slices_.bytes, kind_,
                              device_->stream.get()),
              "cudaMemcpyAsync");
    }

    [[nodiscard]] const SliceLayout& slices() const noexcept { return slices_; }
    [[nodiscard]] std::uint64_t key() const noexcept { return key_; }
    /// Where operations write: on the GPU or, to the host, in region().
    [[nodiscard]] unsigned char* destination() const noexcept { return to_; }
    [[nodiscard]] const HostRegion& region() const { return host_->region(); }

  private:
    PreparedDevice* device_;
    HostArena* host_;
    cudaMemcpyKind kind_;
    std::uint64_t key_;
    SliceLayout slices_;
    unsigned char* to_ = nullptr;
    const unsigned char* from_ = nullptr;
};

}  // namespace hopbench
