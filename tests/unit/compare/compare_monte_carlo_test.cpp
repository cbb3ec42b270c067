#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

int trials(int count) {
    const char* factor = std::getenv("HOPBENCH_TRIALS_FACTOR");
    return count * (factor == nullptr ? 1 : std::max(1, std::atoi(factor)));
}

double allowed(double rate, int count) {
    return rate + 3 * std::sqrt(rate * (1 - rate) / count);
}

bool any_called(const Comparison& result) {
    const auto called = [](const GroupResult& group) {
        return group.verdict == Verdict::worse || group.verdict == Verdict::better;
    };
    return result.worse + result.better > 0 ||
           std::any_of(result.control.groups.begin(), result.control.groups.end(), called);
}

TEST(CompareMonteCarlo, IdenticalVariantsAreRarelyCalledWithoutAMargin) {
    const int count = trials(800);
    int called = 0;
    for (int t = 0; t < count; ++t) {
        const Report report = make_report({.seed = 1000 + static_cast<std::uint64_t>(t)});
        called +=
            any_called(compare_variants(report, "", {}, {.margins = {{MarginKind::latency, 0.0}}}));
    }
    EXPECT_LE(called, count * allowed(0.05, count));
    EXPECT_GT(called, 0);  // a method that never calls anything would pass the line above
}

TEST(CompareMonteCarlo, TwentySeedsOfSlowAndOfIdentical) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Comparison slow =
            compare_variants(make_report({.seed = seed, .factor = {{"slow", 1.10}}}), "", {}, {});
        EXPECT_EQ(slow.exit, Exit::findings) << "seed " << seed;
        const Comparison same = compare_variants(make_report({.seed = seed}), "", {}, {});
        EXPECT_EQ(same.exit, Exit::ok) << "seed " << seed;
        EXPECT_EQ(same.same, 4) << "seed " << seed;
    }
}

TEST(CompareMonteCarlo, EqualSessionsAreRarelyCalledWithoutAMargin) {
    const int count = trials(300);
    int called = 0;
    for (int t = 0; t < count; ++t) {
        std::vector<Report> base, head;
        for (int i = 0; i < 5; ++i) {
            const auto seed = static_cast<std::uint64_t>(1 + 10 * (t + 1) + i);
            const Recipe recipe{.variants = {"baseline"}, .blocks = 2, .session_sd = 0.01};
            Recipe a = recipe, b = recipe;
            a.seed = 2 * seed;
            b.seed = 2 * seed + 1;
            base.push_back(make_report(a));
            head.push_back(make_report(b));
        }
        called +=
            any_called(compare_reports(base, head, {.margins = {{MarginKind::latency, 0.0}}}));
    }
    EXPECT_LE(called, count * allowed(0.05, count));
}

}  // namespace
}  // namespace hopbench
