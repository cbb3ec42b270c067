#include "harness/run/companion_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hopbench {
namespace {

CaseRecord record(const char* name, double intercept) {
    CaseRecord made;
    made.name = *parse_case_name(name);
    made.notes = {{"gate_intercept_s", intercept}, {"gated", 1}};
    return made;
}

TEST(CompanionTable, SummarisesOverPairsAndInvocationsInAnyOrder) {
    const auto first = record("latency/issue_interval/src:0/dst:1/bytes:4", 3e-7);
    const auto second = record("latency/issue_interval/src:1/dst:0/bytes:4", 5e-7);
    const auto third = record("latency/issue_interval/src:0/dst:1/bytes:4096", std::nan(""));
    CompanionTable one, other;
    for (const auto* each : {&first, &second, &third}) one.add("baseline", *each);
    for (const auto* each : {&third, &second, &first}) other.add("baseline", *each);
    const auto companions = one.summarise();
    EXPECT_EQ(companions, other.summarise());
    ASSERT_EQ(companions.size(), 3U);  // the NaN left no entry
    EXPECT_EQ(companions[0].method, "latency/issue_interval");
    EXPECT_EQ(companions[0].name, "gate_intercept_s");
    EXPECT_EQ(companions[0].count, 2U);
    EXPECT_EQ(companions[0].min, 3e-7);
    EXPECT_EQ(companions[0].max, 5e-7);
    EXPECT_DOUBLE_EQ(companions[0].median, 4e-7);
    EXPECT_EQ(companions[2].bytes, 4096U);
    EXPECT_EQ(companions[2].name, "gated");
}

TEST(CompanionTable, VariantsStayApart) {
    CompanionTable table;
    table.add("baseline", record("latency/issue_interval/src:0/dst:1/bytes:4", 1));
    table.add("slow", record("latency/issue_interval/src:0/dst:1/bytes:4", 2));
    EXPECT_EQ(table.summarise().size(), 4U);
}

}  // namespace
}  // namespace hopbench
