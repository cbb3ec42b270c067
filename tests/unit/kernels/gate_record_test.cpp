#include "kernels/gate_record.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace hopbench {
namespace {

TEST(GateRecord, OutcomeBelongsToItsSequenceNumber) {
    const GateRecord opened{.sequence = 7, .outcome = 1, .waited_us = 3};
    EXPECT_EQ(outcome_of(opened, 7), GateOutcome::opened);
    EXPECT_EQ(outcome_of(opened, 8), GateOutcome::none);
    EXPECT_EQ(outcome_of(opened, 6), GateOutcome::none);
}

TEST(GateRecord, KnowsTimeOutAndAbort) {
    EXPECT_EQ(outcome_of({.sequence = 1, .outcome = 2, .waited_us = 20'000}, 1),
              GateOutcome::timed_out);
    EXPECT_EQ(outcome_of({.sequence = 1, .outcome = 3, .waited_us = 5}, 1), GateOutcome::aborted);
}

TEST(GateRecord, AValueNoKernelWritesIsNoOutcome) {
    EXPECT_EQ(outcome_of({.sequence = 1, .outcome = 0, .waited_us = 0}, 1), GateOutcome::none);
    EXPECT_EQ(outcome_of({.sequence = 1, .outcome = 99, .waited_us = 0}, 1), GateOutcome::none);
}

TEST(GateLines, EveryWriterHasALineOfItsOwn) {
    EXPECT_EQ(alignof(GateLines), 128u);
    EXPECT_EQ(offsetof(GateLines, signal), 0u);
    EXPECT_EQ(offsetof(GateLines, record), 128u);
}

}  // namespace
}  // namespace hopbench
