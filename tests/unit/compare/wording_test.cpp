#include "harness/compare/wording.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hopbench::compare {
namespace {

TEST(Wording, PercentagesWithoutEndAreWrittenAsSuch) {
    EXPECT_EQ(percent(0.025), "2.5 %");
    EXPECT_EQ(percent(1e308), "∞ %");
    EXPECT_EQ(percent(std::numeric_limits<double>::infinity()), "∞ %");
    EXPECT_EQ(signed_percent(0.0953), "+10 %");
    EXPECT_EQ(signed_percent(1000), "+∞ %");
    EXPECT_EQ(signed_percent(-1000), "-100 %");
}

}  // namespace
}  // namespace hopbench::compare
