#include "bench/common/recorder.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

TEST(SampleRecorder, KeepsSamplesInOrderWithoutGrowing) {
    CaseRecord record;
    {
        SampleRecorder recorder(record, 3,
                                {latency_series("completion"), latency_series("enqueue")});
        const double* memory = record.series[0].values.data();
        recorder.add(3.0, 1.0);
        recorder.add(2.0, 0.5);
        recorder.add(1.0, 0.25);
        EXPECT_EQ(record.series[0].values.data(), memory);
    }
    ASSERT_EQ(record.series.size(), 2u);
    EXPECT_EQ(record.series[0].metric, "completion");
    EXPECT_EQ(record.series[0].values, (std::vector<double>{3, 2, 1}));
    EXPECT_EQ(record.series[1].values, (std::vector<double>{1, 0.5, 0.25}));
    EXPECT_EQ(record.series[1].unit, "s");
}

TEST(SampleRecorder, ACaseThatFailsKeepsOnlyWhatWasTaken) {
    CaseRecord record;
    {
        SampleRecorder recorder(record, 5, {latency_series("issue_interval")});
        recorder.add(1.0);
        recorder.add(2.0);
    }
    EXPECT_EQ(record.series[0].values, (std::vector<double>{1, 2}));
}

TEST(SampleRecorder, DeclaresAnySeries) {
    CaseRecord record;
    {
        SampleRecorder recorder(record, 3, {bandwidth_series()});
        for (const double value : {3e9, 1e9, 2e9}) recorder.add(value);
        EXPECT_EQ(recorder.median(), 2e9);
    }
    const Series& series = record.series.at(0);
    EXPECT_EQ(series.metric, "bandwidth");
    EXPECT_EQ(series.unit, "B/s");
    EXPECT_EQ(series.better, Better::higher);
    EXPECT_EQ(series.margin_kind, MarginKind::bandwidth);
}

TEST(SampleRecorder, RestartForgets) {
    CaseRecord record;
    {
        SampleRecorder recorder(record, 2, {latency_series("issue_interval")});
        recorder.set_quantum(0.5);
        recorder.add(1.0);
        recorder.restart();
        EXPECT_EQ(recorder.taken(), 0);
        recorder.add(7.0);
    }
    EXPECT_EQ(record.series[0].values, (std::vector<double>{7}));
    EXPECT_EQ(record.series[0].quantum, 0.5);
}

TEST(Median, OfOddAndEvenCounts) {
    EXPECT_EQ(median_of({5}), 5);
    EXPECT_EQ(median_of({9, 1, 5}), 5);
    EXPECT_EQ(median_of({4, 1, 3, 2}), 2.5);
}

}  // namespace
}  // namespace hopbench
