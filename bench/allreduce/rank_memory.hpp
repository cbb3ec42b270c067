#pragma once
#include <cstdint>
#include <optional>

#include "bench/common/prepared_device.hpp"
#include "kernels/reduction_shape.hpp"

namespace hopbench {

/// Memory of one rank: its inputs, and where sums arrive. All rank counts share it, since a GPU has
/// the same rank in each. Every call needs the rank's device to be current.
class RankMemory {
  public:
    /// Throws CudaError.
    RankMemory(PreparedDevice& device, int rank);

    /// At least `bytes` on both sides, the inputs filled under `key`. May allocate; later work of
    /// the device's stream sees the fill. Throws CudaError.
    void reserve(std::uint64_t bytes, std::uint64_t key);
    /// Enqueues the clearing of the verdict.
    void clear_verdict();
    /// What checks have found since it was cleared. Waits for the device's stream.
    [[nodiscard]] ReductionVerdict read_verdict();

    [[nodiscard]] const unsigned char* inputs() const noexcept { return inputs_->data(); }
    [[nodiscard]] unsigned char* sums() const noexcept { return sums_->data(); }
    /// Takes the sums of barriers, which nobody reads: 256 bytes.
    [[nodiscard]] unsigned char* scratch() const noexcept { return scratch_.data(); }
    [[nodiscard]] ReductionVerdict* verdict() const noexcept {
        return reinterpret_cast<ReductionVerdict*>(verdict_.data());
    }

  private:
    PreparedDevice& device_;
    int rank_;
    DeviceBuffer scratch_{256};
    DeviceBuffer verdict_{sizeof(ReductionVerdict)};
    HostBuffer verdict_copy_{sizeof(ReductionVerdict)};
    std::optional<DeviceBuffer> inputs_, sums_;
    std::uint64_t capacity_ = 0;
    std::uint64_t filled_ = 0;  ///< bytes of inputs_ from its start that hold those of key_
    std::uint64_t key_ = 0;
};

}  // namespace hopbench
