#include "harness/plan/gpu_selection.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

std::vector<Gpu> machine() {
    std::vector<Gpu> gpus;
    for (int i = 0; i < 8; ++i)
        gpus.push_back({.index = i,
                        .name = "GPU",
                        .uuid = "GPU-" + std::to_string(i),
                        .bdf = "0000:0" + std::to_string(i + 1) + ":00.0",
                        .numa_node = {},
                        .numa_source = {}});
    return gpus;
}

TEST(SelectGpus, ListsAndRanges) {
    EXPECT_EQ(select_gpus("", machine()), (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(select_gpus("4-6,0,5", machine()), (std::vector{0, 4, 5, 6}));
}

TEST(SelectGpus, RefusesWhatIsNoListOrNotThere) {
    for (const char* text : {"a", "1,", ",1", "1,,2", "-1", "3-1", "1-", "8", "0-8", "99999999999"})
        EXPECT_THROW((void)select_gpus(text, machine()), Error) << text;
}

TEST(ParseNuma, AcceptsTheUsualFormsOfAnAddress) {
    const auto nodes = parse_numa({"0000:01:00.0=1", "02:00.0=0", "00000000:03:00.0=3"}, machine());
    EXPECT_EQ(nodes, (std::map<int, int>{{0, 1}, {1, 0}, {2, 3}}));
}

TEST(ParseNuma, RefusesBadGrammarUnknownAddressesAndContradictions) {
    for (const char* text : {"0000:01:00.0", "0000:01:00.0=", "0000:01:00.0=x", "0000:01:00.0=-1",
                             "0000:99:00.0=1", "=1"})
        EXPECT_THROW((void)parse_numa({text}, machine()), Error) << text;
    EXPECT_THROW((void)parse_numa({"01:00.0=1", "01:00.0=0"}, machine()), Error);
}

}  // namespace
}  // namespace hopbench
