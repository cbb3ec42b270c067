#pragma once
#include <functional>
#include <string>
#include <utility>

#include "bench/common/slope.hpp"

namespace hopbench {

/// Takes slopes behind the gate for as long as that is possible, then without it.
class SlopeSampler {
  public:
    /// `measure` takes one slope and may throw CudaError.
    explicit SlopeSampler(std::function<Slope(Gating)> measure) : measure_(std::move(measure)) {}

    /// Throws what `measure` throws.
    [[nodiscard]] Slope take();

    [[nodiscard]] Gating gating() const noexcept { return gating_; }
    [[nodiscard]] int retries() const noexcept { return retries_; }
    /// Empty while the gate is in use.
    [[nodiscard]] const std::string& why_ungated() const noexcept { return why_ungated_; }

  private:
    void give_up(const char* why);

    std::function<Slope(Gating)> measure_;
    Gating gating_ = Gating::gated;
    int retries_ = 0;
    std::string why_ungated_;
};

}  // namespace hopbench
