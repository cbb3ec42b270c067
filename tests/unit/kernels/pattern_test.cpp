#include "kernels/pattern.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace hopbench {
namespace {

std::vector<unsigned char> pattern(std::uint64_t position, std::size_t bytes, std::uint64_t key) {
    std::vector<unsigned char> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) data[i] = pattern_byte_at(position + i, key);
    return data;
}

// Computed from the written definition by another program.
TEST(Pattern, KnownAnswers) {
    constexpr std::array<unsigned char, 16> word_65536{0xba, 0xbc, 0x3d, 0x61, 0x3f, 0xf2,
                                                       0xbf, 0xd1, 0xe5, 0xea, 0xa7, 0x40,
                                                       0x85, 0x9a, 0xe0, 0xfa};
    constexpr std::array<unsigned char, 8> word_1_low{0x97, 0x3a, 0x79, 0x53,
                                                      0x5c, 0x3f, 0x26, 0xee};
    EXPECT_EQ(count_pattern_mismatches(word_65536, 65536 * 16, 0x0123456789abcdef), 0u);
    EXPECT_EQ(count_pattern_mismatches(word_1_low, 16, 1), 0u);
    EXPECT_EQ(pattern_byte_at(16 + 8, 1), 0x95);
}

TEST(Pattern, KeysDifferBySeedSourceAndDestination) {
    EXPECT_EQ(pattern_key(1, 0, 1), 0xc62500fd353cd204u);
    const std::set<std::uint64_t> keys{pattern_key(1, 0, 1), pattern_key(1, 1, 0),
                                       pattern_key(2, 0, 1), pattern_key(1, 0, 0),
                                       pattern_key(0, 0, 0), 0};
    EXPECT_EQ(keys.size(), 6u);
}

TEST(Pattern, CountsEveryDifferingByteWhereverItLies) {
    constexpr std::uint64_t key = 77;
    for (const std::uint64_t position : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{4096}}) {
        for (const std::size_t bytes : {1u, 4u, 15u, 16u, 17u, 100u}) {
            auto data = pattern(position, bytes, key);
            ASSERT_EQ(count_pattern_mismatches(data, position, key), 0u);
            data.front() ^= 1;
            data.back() ^= 0x80;
            EXPECT_EQ(count_pattern_mismatches(data, position, key), bytes == 1 ? 1u : 2u)
                << position << ' ' << bytes;
        }
    }
}

TEST(Pattern, ContentOfOneSliceIsWrongInAnother) {
    constexpr std::uint64_t key = 3;
    const auto slice = pattern(0, 1024, key);
    EXPECT_GT(count_pattern_mismatches(slice, 1024, key), 1000u);
    EXPECT_GT(count_pattern_mismatches(slice, 0, key + 1), 1000u);
    const std::vector<unsigned char> poison(1024, 0xA5);
    EXPECT_GT(count_pattern_mismatches(poison, 0, key), 1000u);
}

TEST(SliceLayout, ExtentCoversEverySlice) {
    constexpr SliceLayout slices{.bytes = 4, .stride = 256, .count = 3};
    EXPECT_EQ(slices.extent(), 768u);
    EXPECT_EQ(slices.payload(), 12u);
}

}  // namespace
}  // namespace hopbench
