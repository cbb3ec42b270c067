#include "kernels/reduction.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hopbench {
namespace {

constexpr std::uint64_t key = 42;

std::vector<float> sums(std::uint64_t begin, std::size_t count, int ranks) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        for (int rank = 0; rank < ranks; ++rank)
            values[i] += reduction_input_at(begin + i, key, rank);
    return values;
}

TEST(Reduction, InputsAreSmallWholeNumbersThatTellRanksApart) {
    for (std::uint64_t index = 0; index < 1000; ++index) {
        const float first = reduction_input_at(index, key, 0);
        EXPECT_EQ(first, static_cast<float>(static_cast<int>(first)));
        EXPECT_GE(first, 0);
        EXPECT_LE(first, 255);
        const float step = reduction_input_at(index, key, 1) - first;
        EXPECT_GE(step, 1);
        EXPECT_LE(step, 16);
        EXPECT_EQ(reduction_input_at(index, key, 7), first + 7 * step);
    }
}

TEST(Reduction, SumsOfTheMostRanksAreExactInAnyOrder) {
    constexpr int ranks = reduction_max_ranks;
    for (std::uint64_t index = 0; index < 500; ++index) {
        float up = 0, down = 0;
        for (int rank = 0; rank < ranks; ++rank) {
            up += reduction_input_at(index, key, rank);
            down += reduction_input_at(index, key, ranks - 1 - rank);
        }
        EXPECT_EQ(up, down);
        EXPECT_LT(up, 16777216.0F);
    }
}

TEST(Reduction, TheHostNamesTheFirstElementThatDiffers) {
    for (const int ranks : {1, 2, 3, 8}) {
        auto values = sums(5, 100, ranks);
        EXPECT_EQ(first_reduction_mismatch(values, 5, key, ranks), values.size());
        values[71] += 1;
        values[37] += 1;
        EXPECT_EQ(first_reduction_mismatch(values, 5, key, ranks), 37u);
    }
}

TEST(Reduction, AnotherPlaceKeyOrRankIsAnotherContent) {
    const auto values = sums(0, 64, 4);
    EXPECT_LT(first_reduction_mismatch(values, 64, key, 4), 8u);
    EXPECT_LT(first_reduction_mismatch(values, 0, key + 1, 4), 8u);
    EXPECT_EQ(first_reduction_mismatch(values, 0, key, 3), 0u);
}

}  // namespace
}  // namespace hopbench
