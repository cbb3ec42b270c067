#pragma once
#include <cstdint>
#include <optional>

#include "bench/common/prepared_device.hpp"
#include "bench/common/verifier.hpp"
#include "kernels/pattern_shape.hpp"

namespace hopbench {

/// Checks what copies wrote, by the destination's owner: a kernel there, and a bounded copy to the
/// host (head of the first slice and tail of the last, 64 KiB together) compared by the CPU. A
/// writer that reads its own copy back would prove nothing. Calls leave the device current that
/// times the copies: `source_device`, unless another is named.
class OwnerCheck final : public Verifier {
  public:
    OwnerCheck(PreparedDevice& owner, unsigned char* destination, SliceLayout slices,
               std::uint64_t key, int source_device,
               std::optional<int> timing_device = std::nullopt) noexcept
        : owner_(owner),
          destination_(destination),
          slices_(slices),
          key_(key),
          source_device_(source_device),
          timing_device_(timing_device.value_or(source_device)) {}

    void poison() override;
    /// Checks every slice.
    void check(bool poison_again) override;
    /// A note that is there already is kept.
    void finish(CaseRecord& record) override;

  private:
    void enqueue_poison();
    void clear_verdict();
    void enqueue_host_copies();
    void compare_on_host();
    [[nodiscard]] VerificationRecord findings(std::uint64_t& first_bad);

    PreparedDevice& owner_;
    unsigned char* destination_;
    SliceLayout slices_;
    std::uint64_t key_;
    int source_device_;
    int timing_device_;
    std::uint64_t samples_checked_ = 0;
    std::uint64_t host_mismatches_ = 0;
};

}  // namespace hopbench
