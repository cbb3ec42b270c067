#pragma once
#include <cstdint>

#include "bench/common/prepared_device.hpp"
#include "harness/model/report.hpp"
#include "kernels/pattern_shape.hpp"

namespace hopbench {

/// Checks what copies wrote, by the destination's owner: a kernel there, and a bounded copy to the
/// host (head of the first slice and tail of the last, 64 KiB together) compared by the CPU. A
/// writer that reads its own copy back would prove nothing. poison() and check() wait for the owner
/// and leave `source_device` current. They throw CudaError.
class OwnerCheck {
  public:
    OwnerCheck(PreparedDevice& owner, unsigned char* destination, SliceLayout slices,
               std::uint64_t key, int source_device) noexcept
        : owner_(owner),
          destination_(destination),
          slices_(slices),
          key_(key),
          source_device_(source_device) {}

    /// Overwrites the slices, so that bytes of an earlier copy cannot pass for this one's.
    void poison();
    /// Checks every slice; `poison_again` prepares the next checked sample in the same wait.
    void check(bool poison_again);
    /// What all checks found. `first_bad` is set where there was a mismatch.
    [[nodiscard]] VerificationRecord finish(std::uint64_t& first_bad);

  private:
    void enqueue_poison();
    void clear_verdict();
    void enqueue_host_copies();
    void compare_on_host();

    PreparedDevice& owner_;
    unsigned char* destination_;
    SliceLayout slices_;
    std::uint64_t key_;
    int source_device_;
    std::uint64_t samples_checked_ = 0;
    std::uint64_t host_mismatches_ = 0;
};

}  // namespace hopbench
