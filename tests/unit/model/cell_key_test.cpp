#include "harness/model/cell_key.hpp"

#include <gtest/gtest.h>

#include "harness/model/comparison.hpp"
#include "harness/model/status.hpp"

namespace hopbench {
namespace {

TEST(CellKey, BandsEndAtFourKibAndOneMib) {
    EXPECT_EQ(band_of(0), Band::small);
    EXPECT_EQ(band_of(4096), Band::small);
    EXPECT_EQ(band_of(4097), Band::medium);
    EXPECT_EQ(band_of(1048576), Band::medium);
    EXPECT_EQ(band_of(1048577), Band::large);
}

TEST(CellKey, DescribesWithoutTheVariant) {
    CellKey key{.family = "latency",
                .method = "oneshot",
                .metric = "enqueue",
                .src = 0,
                .dst = 7,
                .bytes = 4,
                .direction = "push",
                .engine = "ce",
                .host_node = {}};
    EXPECT_EQ(describe(key), "latency/oneshot/src:0/dst:7/bytes:4/push/ce enqueue");
    key.variant = "slow";
    EXPECT_EQ(describe(key), "latency/oneshot/src:0/dst:7/bytes:4/push/ce enqueue");
}

TEST(Words, EveryEnumerationReadsWhatItWrites) {
    for (int i = 0; i <= static_cast<int>(Status::interrupted); ++i) {
        const auto status = static_cast<Status>(i);
        EXPECT_EQ(parse_status(to_string(status)), status);
    }
    for (int i = 0; i <= static_cast<int>(PairClass::unknown_numa); ++i) {
        const auto value = static_cast<PairClass>(i);
        EXPECT_EQ(parse_pair_class(to_string(value)), value);
    }
    for (int i = 0; i <= static_cast<int>(MarginKind::p99); ++i) {
        const auto kind = static_cast<MarginKind>(i);
        EXPECT_EQ(parse_margin_kind(to_string(kind)), kind);
    }
    EXPECT_EQ(parse_better("higher"), Better::higher);
    EXPECT_FALSE(parse_status("fine"));
    EXPECT_FALSE(parse_pair_class("near"));
}

TEST(GroupKey, NamesTheStatisticOnlyWhenItIsNotTheMedian) {
    GroupKey key{.family = "latency",
                 .metric = "completion",
                 .statistic = "median",
                 .pair_class = PairClass::cross_node,
                 .band = Band::small};
    EXPECT_EQ(describe(key), "latency completion cross-node ≤4KiB");
    key.statistic = "p99";
    EXPECT_EQ(describe(key), "latency completion p99 cross-node ≤4KiB");
}

}  // namespace
}  // namespace hopbench
