#include <gtest/gtest.h>

#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

TEST(Size, AFullQuickSuiteIsComparedWhole) {
    // 56 pairs × 12 series × three variants × twenty invocations.
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t bytes = 4; sizes.size() < 12; bytes *= 4) sizes.push_back(bytes);
    const Report report = make_report({.gpus = 8, .sizes = sizes, .factor = {{"slow", 1.10}}});
    ASSERT_EQ(report.cells.size(), 3U * 672U);
    const Comparison result = compare_variants(report, "", {}, {});
    EXPECT_EQ(result.contrasts[0].cells.size(), 672U);
    EXPECT_EQ(result.control.groups.size(), 6U);
    EXPECT_EQ(result.worse, 6);
    // 1344 cells in one family: single ones are nearly mute, which is why groups decide.
    EXPECT_GT(result.contrasts[0].cells[0].effect->critical, 6);
    EXPECT_LT(result.contrasts[0].groups[0].effect->critical, 4.5);
}

}  // namespace
}  // namespace hopbench
