#include "bench/common/lists.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

using Sizes = std::vector<std::uint64_t>;
using Pairs = std::vector<std::pair<int, int>>;

TEST(SizeList, ReadsPlainAndBinarySizesInOrder) {
    EXPECT_EQ(parse_size_list("1M,4,64KiB,0,2MiB,16G,8B"),
              (Sizes{1048576, 4, 65536, 0, 2097152, std::uint64_t{16} << 30, 8}));
}

TEST(SizeList, NamesTheWordThatIsNoSize) {
    for (const char* text : {"", "4,", ",4", "x", "4k", "-4", "4 ", "17G", "99999999999999999999",
                             "4,5X", "1e3", "+4", "0x10"}) {
        try {
            (void)parse_size_list(text);
            ADD_FAILURE() << "accepted: " << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), Exit::usage);
            EXPECT_EQ(error.subject(), "--sizes");
        }
    }
}

TEST(SizeList, ARangeIsEveryDoubling) {
    EXPECT_EQ(parse_size_list("8..64"), (Sizes{8, 16, 32, 64}));
    EXPECT_EQ(parse_size_list("3..13,1K..1K"), (Sizes{3, 6, 12, 1024}));
    EXPECT_EQ(parse_size_list("1G..16G").size(), 5u);
    for (const char* text : {"..", "8..", "..8", "0..8", "64..8", "8...64", "8..64..128"})
        EXPECT_THROW((void)parse_size_list(text), Error) << text;
}

TEST(NumberList, ReadsNumbersAndRanges) {
    EXPECT_EQ(parse_number_list("7,0-3", "--gpus"), (std::vector<int>{7, 0, 1, 2, 3}));
    for (const char* text : {"", "x", "1-", "-1", "3-1", "0-2000", "1-2-3", "1,,2", "1 "}) {
        try {
            (void)parse_number_list(text, "--gpus");
            ADD_FAILURE() << "accepted: " << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.subject(), "--gpus");
        }
    }
}

TEST(PairList, ReadsSourceAndDestination) {
    EXPECT_EQ(parse_pair_list("0:1,7:0,3:3"), (Pairs{{0, 1}, {7, 0}, {3, 3}}));
}

TEST(PairList, NamesTheWordThatIsNoPair) {
    for (const char* text : {"", "0", "0:", ":1", "0-1", "-1:0", "0:1:2", "0:1,", "5000:1", "a:b"})
        EXPECT_THROW((void)parse_pair_list(text), Error) << text;
}

TEST(AllPairs, EveryOrderedPairOfDifferentDevices) {
    EXPECT_EQ(all_ordered_pairs(8).size(), 56u);
    EXPECT_EQ(all_ordered_pairs(2), (Pairs{{0, 1}, {1, 0}}));
    EXPECT_TRUE(all_ordered_pairs(1).empty());
}

}  // namespace
}  // namespace hopbench
