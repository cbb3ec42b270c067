// Reproducible disturbances of the model's times, all log-normal: exp(sd · N(0,1)).
#pragma once

#include <cstdint>

#include "tests/sim/engine/time.hpp"
#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// One draw per (seed, purpose, counter): independent of how many draws were made before.
class CounterDraws {
  public:
    explicit CounterDraws(std::uint64_t seed) : seed_(seed) {}
    // In (0, 1).
    [[nodiscard]] double uniform(std::uint64_t purpose, std::uint64_t counter) const;
    // Standard normal, by Box and Muller.
    [[nodiscard]] double normal(std::uint64_t purpose, std::uint64_t counter) const;

  private:
    std::uint64_t seed_;
};

class Noise {
  public:
    // seed and session_seed distinguish invocations and sessions; start_seconds: the invocation's
    // place in its run.
    Noise(const NoiseModel& model, std::uint64_t seed, std::uint64_t session_seed,
          double start_seconds);

    // Multiplies device durations in the current epoch. Exactly 1 without noise.
    [[nodiscard]] double device() const { return device_; }
    // Multiplies what runtime calls cost the host.
    [[nodiscard]] double host() const { return host_; }

    // The host has synchronised at now: draws the factors of the next epoch.
    void next_epoch(Picoseconds now) {
        if (!silent_) draw(now);
    }

  private:
    void draw(Picoseconds now);

    NoiseModel model_;
    bool silent_;
    CounterDraws invocation_draws_;
    double start_hours_;
    double device_base_ = 1;  // session × invocation
    double host_base_ = 1;
    std::uint64_t epoch_ = 0;
    double device_ = 1;
    double host_ = 1;
};

}  // namespace hopbench::sim
