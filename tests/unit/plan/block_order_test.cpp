#include "harness/plan/block_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hopbench {
namespace {

const SeedSource source{.model_sha256 = "m", .run_seed = 1, .session = "1"};

TEST(BlockOrder, IsAPermutationAndItsMirror) {
    for (std::size_t variants = 1; variants <= 6; ++variants)
        for (int block = 0; block < 20; ++block) {
            const auto order = variant_order(source, block, "bench", variants);
            ASSERT_EQ(order.size(), 2 * variants);
            const std::set<std::size_t> first(order.begin(),
                                              order.begin() + static_cast<long>(variants));
            EXPECT_EQ(first.size(), variants);
            auto mirrored = order;
            std::reverse(mirrored.begin(), mirrored.end());
            EXPECT_EQ(mirrored, order);
        }
}

TEST(BlockOrder, LinearDriftCancels) {
    for (int block = 0; block < 20; ++block) {
        const auto order = variant_order(source, block, "bench", 3);
        std::vector<std::size_t> sum(3, 0);
        for (std::size_t i = 0; i < order.size(); ++i) sum[order[i]] += i;
        EXPECT_EQ(sum, (std::vector<std::size_t>{5, 5, 5}));
    }
}

TEST(BlockOrder, EveryVariantLeadsAboutEquallyOften) {
    std::vector<int> first(3, 0);
    for (int block = 0; block < 3000; ++block)
        ++first[variant_order(source, block, "bench", 3).front()];
    for (const int count : first) EXPECT_NEAR(count, 1000, 110);  // 4 standard deviations
}

TEST(BlockOrder, SameSeedSameOrderOtherSeedOther) {
    SeedSource other = source;
    other.run_seed = 2;
    EXPECT_EQ(group_order(source, 3, "bench", 56), group_order(source, 3, "bench", 56));
    EXPECT_NE(group_order(source, 3, "bench", 56), group_order(other, 3, "bench", 56));
    EXPECT_NE(group_order(source, 3, "bench", 56), group_order(source, 4, "bench", 56));
    int differs = 0;
    for (int block = 0; block < 20; ++block)
        differs +=
            variant_order(source, block, "bench", 3) != variant_order(other, block, "bench", 3);
    EXPECT_GT(differs, 5);
}

TEST(BlockOrder, GroupsAreAPermutation) {
    auto order = group_order(source, 0, "bench", 56);
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

TEST(BlockOrder, PadStaysWithinAPageAndVaries) {
    std::set<std::size_t> seen;
    for (int block = 0; block < 50; ++block) {
        EXPECT_LT(pad_bytes(source, block), 4096u);
        seen.insert(pad_bytes(source, block));
    }
    EXPECT_GT(seen.size(), 40u);
}

}  // namespace
}  // namespace hopbench
