#include "harness/run/progress.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

TEST(Progress, WordsWhatIsKnown) {
    EXPECT_EQ(describe({.done = 0, .total = 60, .variant = {}, .elapsed = 0, .left = {}}),
              "0/60 invocations, 0 %, 0 s elapsed");
    EXPECT_EQ(describe({.done = 12, .total = 60, .variant = "slow", .elapsed = 14, .left = 56}),
              "12/60 invocations, 20 %, slow, 14 s elapsed, 56 s left");
}

TEST(Progress, DurationsReadLikeOnesPeopleSay) {
    EXPECT_EQ(describe_duration(0.4), "0 s");
    EXPECT_EQ(describe_duration(99), "99 s");
    EXPECT_EQ(describe_duration(125), "2 min 05 s");
    EXPECT_EQ(describe_duration(1500), "25 min");
    EXPECT_EQ(describe_duration(4800), "1 h 20 min");
}

}  // namespace
}  // namespace hopbench
