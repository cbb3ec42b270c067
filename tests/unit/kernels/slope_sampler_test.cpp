#include "bench/common/slope_sampler.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hopbench {
namespace {

/// Answers gated requests from a list and tells how often each kind was asked for.
struct Script {
    std::vector<Slope> gated;
    int asked_gated = 0, asked_ungated = 0;

    SlopeSampler sampler() {
        return SlopeSampler([this](Gating gating) {
            if (gating == Gating::ungated) {
                ++asked_ungated;
                return Slope{.seconds_each = 9};
            }
            return gated.at(static_cast<std::size_t>(asked_gated++));
        });
    }
};

constexpr Slope good{.seconds_each = 1, .valid = true};
constexpr Slope slow{.seconds_each = 2};
constexpr Slope timed_out{.seconds_each = 3, .blocked = true};

TEST(SlopeSampler, OneSlowEnqueueIsMeasuredAgain) {
    Script script{.gated = {good, slow, slow, good}};
    SlopeSampler sampler = script.sampler();
    EXPECT_EQ(sampler.take().seconds_each, 1);
    EXPECT_EQ(sampler.take().seconds_each, 1);
    EXPECT_EQ(sampler.retries(), 2);
    EXPECT_EQ(sampler.gating(), Gating::gated);
    EXPECT_EQ(sampler.why_ungated(), "");
}

TEST(SlopeSampler, ThreeSlowEnqueuesGiveTheGateUpForGood) {
    Script script{.gated = {slow, slow, slow}};
    SlopeSampler sampler = script.sampler();
    EXPECT_EQ(sampler.take().seconds_each, 9);
    EXPECT_EQ(sampler.take().seconds_each, 9);
    EXPECT_EQ(sampler.gating(), Gating::ungated);
    EXPECT_EQ(script.asked_ungated, 2);
    EXPECT_NE(sampler.why_ungated().find("50 us"), std::string::npos);
}

TEST(SlopeSampler, TwoGatesThatRanOutOfTimeAreEnough) {
    Script script{.gated = {timed_out, timed_out}};
    SlopeSampler sampler = script.sampler();
    EXPECT_EQ(sampler.take().seconds_each, 9);
    EXPECT_EQ(script.asked_gated, 2);
    EXPECT_NE(sampler.why_ungated().find("ran out of time"), std::string::npos);
}

}  // namespace
}  // namespace hopbench
