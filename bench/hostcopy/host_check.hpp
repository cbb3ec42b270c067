#pragma once
#include <cstdint>

#include "bench/common/verifier.hpp"
#include "kernels/pattern_shape.hpp"

namespace hopbench {

/// Checks what GPUs wrote into host memory, by its owner: the CPU compares every byte of every
/// slice.
class HostCheck final : public Verifier {
  public:
    HostCheck(unsigned char* destination, SliceLayout slices, std::uint64_t key) noexcept
        : destination_(destination), slices_(slices), key_(key) {}

    void poison() override;
    void check(bool poison_again) override;
    /// A note that is there already is kept.
    void finish(CaseRecord& record) override;

  private:
    unsigned char* destination_;
    SliceLayout slices_;
    std::uint64_t key_;
    std::uint64_t samples_checked_ = 0;
    std::uint64_t mismatches_ = 0;
    std::uint64_t first_bad_ = 0;  ///< offset of the first byte that differed, of the first sample
};

}  // namespace hopbench
