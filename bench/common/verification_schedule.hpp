#pragma once
#include <cstdint>

#include "harness/model/case_name.hpp"

namespace hopbench {

/// Which samples of a case have their destination checked by its owner: all where a sample writes
/// at most 64 KiB, else the first, the last and one that the seed draws.
class VerificationSchedule {
  public:
    static constexpr std::uint64_t always_up_to = 64 << 10;

    /// `samples` ≥ 1; `written`: bytes one sample writes.
    VerificationSchedule(int samples, std::uint64_t written, std::uint64_t seed) noexcept
        : last_(samples - 1),
          drawn_(static_cast<int>(mix(seed) % static_cast<std::uint64_t>(samples))),
          every_(written <= always_up_to) {}

    /// False beyond the last sample.
    [[nodiscard]] bool due(int sample) const noexcept {
        if (sample < 0 || sample > last_) return false;
        return every_ || sample == 0 || sample == last_ || sample == drawn_;
    }

  private:
    /// Neighbouring seeds must not draw neighbouring samples.
    static constexpr std::uint64_t mix(std::uint64_t seed) noexcept {
        seed = (seed ^ (seed >> 31)) * 0x9e2614b2e3f3d2abull;
        return seed ^ (seed >> 29);
    }

    int last_, drawn_;
    bool every_;
};

/// Seed of what a case draws by chance: the run's seed and the case's name.
[[nodiscard]] std::uint64_t case_seed(std::uint64_t seed, const CaseName& name);

}  // namespace hopbench
