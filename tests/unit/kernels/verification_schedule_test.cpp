#include "bench/common/verification_schedule.hpp"

#include <gtest/gtest.h>

#include <set>

namespace hopbench {
namespace {

int count_due(const VerificationSchedule& schedule, int samples) {
    int due = 0;
    for (int i = 0; i < samples; ++i) due += schedule.due(i);
    return due;
}

TEST(VerificationSchedule, EverySampleUpTo64KiB) {
    EXPECT_EQ(count_due({500, 65536, 1}, 500), 500);
    EXPECT_EQ(count_due({20, 0, 1}, 20), 20);
}

TEST(VerificationSchedule, FirstLastAndADrawnOneAbove) {
    std::set<int> drawn;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const VerificationSchedule schedule(20, 65537, seed);
        EXPECT_TRUE(schedule.due(0));
        EXPECT_TRUE(schedule.due(19));
        const int due = count_due(schedule, 20);
        EXPECT_TRUE(due == 2 || due == 3) << seed;
        for (int i = 1; i < 19; ++i)
            if (schedule.due(i)) drawn.insert(i);
    }
    EXPECT_EQ(drawn.size(), 18u) << "every sample can be drawn";
}

TEST(VerificationSchedule, NothingOutsideTheSamples) {
    const VerificationSchedule one(1, 4, 9);
    EXPECT_TRUE(one.due(0));
    EXPECT_FALSE(one.due(1));
    EXPECT_FALSE(one.due(-1));
}

}  // namespace
}  // namespace hopbench
