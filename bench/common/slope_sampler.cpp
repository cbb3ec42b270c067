#include "bench/common/slope_sampler.hpp"

namespace hopbench {
namespace {

/// Invalid samples in a row before the gate is given up: one long enqueue may be the scheduler's
/// doing, three are the driver's; a gate that ran out of time costs its whole budget, so two.
constexpr int max_attempts = 3;
constexpr int max_timeouts = 2;

}  // namespace

Slope SlopeSampler::take() {
    for (int attempt = 1; gating_ == Gating::gated; ++attempt) {
        const Slope slope = measure_(gating_);
        if (slope.valid) return slope;
        ++retries_;
        if (slope.blocked && attempt >= max_timeouts)
            give_up("the gate ran out of time while work was enqueued");
        else if (attempt >= max_attempts)
            give_up("enqueues behind the gate took over 50 us");
    }
    return measure_(Gating::ungated);
}

void SlopeSampler::give_up(const char* why) {
    gating_ = Gating::ungated;
    why_ungated_ = std::string("ungated slope: ") + why;
}

}  // namespace hopbench
