#include "tests/sim/engine/noise.hpp"

#include <cmath>
#include <numbers>

namespace hopbench::sim {
namespace {

enum Purpose : std::uint64_t {
    kDeviceSession = 1,
    kHostSession,
    kDeviceInvocation,
    kHostInvocation,
    kDeviceEpoch,
    kHostEpoch,
    kOutlier,
};

// A bijection of 64-bit words with good avalanche (splitmix64's finaliser).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

std::uint64_t combined(std::uint64_t a, std::uint64_t b) {
    return mixed(a + 0x9e3779b97f4a7c15U * (b + 1));
}

double hours(Picoseconds time) {
    return static_cast<double>(time) / (3600.0 * static_cast<double>(kPsPerSecond));
}

}  // namespace

double CounterDraws::uniform(std::uint64_t purpose, std::uint64_t counter) const {
    const auto bits = combined(combined(seed_, purpose), counter) >> 11U;
    return (static_cast<double>(bits) + 0.5) * 0x1p-53;
}

double CounterDraws::normal(std::uint64_t purpose, std::uint64_t counter) const {
    const double radius = std::sqrt(-2.0 * std::log(uniform(purpose, 2 * counter)));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(purpose, 2 * counter + 1));
}

Noise::Noise(const NoiseModel& model, std::uint64_t seed, std::uint64_t session_seed,
             double start_seconds)
    : model_(model),
      silent_(model.silent()),
      invocation_draws_(combined(model.seed, seed)),
      start_hours_(start_seconds / 3600.0) {
    if (silent_) return;
    const CounterDraws session(combined(model.seed, session_seed));
    device_base_ = std::exp(model_.session_sd * session.normal(kDeviceSession, 0) +
                            model_.invocation_sd * invocation_draws_.normal(kDeviceInvocation, 0));
    host_base_ = std::exp(model_.session_sd * session.normal(kHostSession, 0) +
                          model_.invocation_sd * invocation_draws_.normal(kHostInvocation, 0));
    draw(0);
}

void Noise::draw(Picoseconds now) {
    const auto epoch = epoch_++;
    const bool outlier = invocation_draws_.uniform(kOutlier, epoch) < model_.outlier_rate;
    const double slow = outlier ? model_.outlier_factor : 1.0;
    device_ = device_base_ * slow *
              std::exp(model_.sample_sd * invocation_draws_.normal(kDeviceEpoch, epoch)) *
              std::exp(model_.drift_per_hour * (start_hours_ + hours(now)));
    host_ = host_base_ * slow *
            std::exp(model_.sample_sd * invocation_draws_.normal(kHostEpoch, epoch));
}

}  // namespace hopbench::sim
