#include "harness/topology/cpu_list.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

using Numbers = std::vector<int>;

TEST(CpuList, ReadsWhatTheKernelWrites) {
    EXPECT_EQ(parse_cpu_list("0-3,8,10-11\n"), (Numbers{0, 1, 2, 3, 8, 10, 11}));
    EXPECT_EQ(parse_cpu_list("5"), Numbers{5});
    EXPECT_EQ(parse_cpu_list("\n"), Numbers{});
    EXPECT_EQ(parse_cpu_list("4,2-3,3"), (Numbers{2, 3, 4}));
}

TEST(CpuList, RefusesWhatIsNoList) {
    for (const char* text : {"a", "1-", "-1", "3-1", "1,", ",1", "1,,2", "1 2", "0x1", "99999999"})
        EXPECT_FALSE(parse_cpu_list(text)) << text;
}

TEST(CpuList, WritesRuns) {
    for (const char* text : {"", "0", "0-3,8,10-11", "1,3,5"})
        EXPECT_EQ(format_cpu_list(parse_cpu_list(text).value()), text);
}

}  // namespace
}  // namespace hopbench
