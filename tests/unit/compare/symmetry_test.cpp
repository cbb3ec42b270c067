#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

Verdict opposite(Verdict verdict) {
    if (verdict == Verdict::worse) return Verdict::better;
    if (verdict == Verdict::better) return Verdict::worse;
    return verdict;
}

void expect_effect(const Effect& effect, double theta, double low, double high) {
    EXPECT_NEAR(effect.theta, theta, 1e-12);
    EXPECT_NEAR(effect.low, low, 1e-9);
    EXPECT_NEAR(effect.high, high, 1e-9);
}

TEST(Symmetry, SwappingSidesNegates) {
    const Report report = make_report({.quantum = 1e-8, .factor = {{"slow", 1.08}}});
    const Comparison there = compare_variants(report, "baseline", {"slow"}, {});
    const Comparison back = compare_variants(report, "slow", {"baseline"}, {});
    for (std::size_t g = 0; g < there.contrasts[0].groups.size(); ++g) {
        const GroupResult& a = there.contrasts[0].groups[g];
        const GroupResult& b = back.contrasts[0].groups[g];
        EXPECT_EQ(b.verdict, opposite(a.verdict));
        expect_effect(*b.effect, -a.effect->theta, -a.effect->high, -a.effect->low);
        EXPECT_NEAR(b.base_value, a.head_value, 1e-18);
    }
    EXPECT_EQ(there.worse, back.better);
    EXPECT_GT(there.worse, 0);
}

TEST(Symmetry, RescalingUnitsChangesNothing) {
    Report report = make_report({.quantum = 1e-8, .factor = {{"slow", 1.04}}, .with_p99 = true});
    const Comparison before = compare_variants(report, "", {}, {});
    rescale(report, 1e6);
    const Comparison after = compare_variants(report, "", {}, {});
    ASSERT_EQ(before.contrasts[0].cells.size(), after.contrasts[0].cells.size());
    for (std::size_t i = 0; i < before.contrasts[0].cells.size(); ++i) {
        const CellResult& a = before.contrasts[0].cells[i];
        const CellResult& b = after.contrasts[0].cells[i];
        EXPECT_EQ(a.verdict, b.verdict);
        expect_effect(*b.effect, a.effect->theta, a.effect->low, a.effect->high);
        EXPECT_NEAR(b.base_value / a.base_value, 1e6, 1e-3);
    }
}

TEST(Symmetry, TimeAndBandwidthGiveTheSameVerdict) {
    Report report = make_report({.factor = {{"slow", 1.09}}});
    const Comparison as_time = compare_variants(report, "", {}, {});
    to_bandwidth(report);
    const Comparison as_bandwidth = compare_variants(report, "", {}, {});
    for (std::size_t g = 0; g < as_time.contrasts[0].groups.size(); ++g) {
        const GroupResult& a = as_time.contrasts[0].groups[g];
        const GroupResult& b = as_bandwidth.contrasts[0].groups[g];
        EXPECT_EQ(a.verdict, b.verdict);
        EXPECT_EQ(b.better, Better::higher);
        expect_effect(*b.effect, a.effect->theta, a.effect->low, a.effect->high);
    }
    EXPECT_EQ(as_bandwidth.worse, 4);
}

TEST(Symmetry, SwappingReportsNegates) {
    std::vector<Report> base, head;
    for (std::uint64_t i = 0; i < 6; ++i) {
        base.push_back(make_report({.session_sd = 0.004, .seed = 10 + i}));
        head.push_back(
            make_report({.session_sd = 0.004, .seed = 20 + i, .factor = {{"baseline", 1.12}}}));
    }
    const Comparison there = compare_reports(base, head, {});
    const Comparison back = compare_reports(head, base, {});
    EXPECT_EQ(there.worse, 4);
    EXPECT_EQ(back.better, 4);
    for (std::size_t g = 0; g < 4; ++g) {
        const Effect& a = *there.contrasts[0].groups[g].effect;
        expect_effect(*back.contrasts[0].groups[g].effect, -a.theta, -a.high, -a.low);
    }
}

}  // namespace
}  // namespace hopbench
