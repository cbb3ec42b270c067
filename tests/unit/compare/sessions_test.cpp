#include <gtest/gtest.h>

#include <cmath>

#include "harness/model/error.hpp"
#include "harness/stats/distribution.hpp"
#include "tests/unit/compare/made_report.hpp"

namespace hopbench {
namespace {

std::vector<Report> sessions(int count, std::uint64_t seed, double factor,
                             double session_sd = 0.004) {
    std::vector<Report> reports;
    for (int i = 0; i < count; ++i)
        reports.push_back(make_report({.blocks = 8,
                                       .session_sd = session_sd,
                                       .seed = seed + static_cast<std::uint64_t>(i),
                                       .factor = {{"baseline", factor}}}));
    return reports;
}

/// An imported log: one variant, one invocation a cell, no control.
Report imported(double factor) {
    Report report = make_report({.variants = {"imported"}, .blocks = 1, .invocation_sd = 0});
    report.kind = "import";
    report.variants.clear();
    for (Cell& cell : report.cells)
        for (auto* values : {&cell.invocations.median, &cell.invocations.min})
            for (double& value : *values) value *= factor;
    return report;
}

bool mentions(const std::vector<std::string>& lines, const std::string& text) {
    for (const std::string& line : lines)
        if (line.find(text) != std::string::npos) return true;
    return false;
}

TEST(CompareReports, SingleSessionsAreInconclusiveButShowTheDifference) {
    const Comparison result = compare_reports(sessions(1, 1, 1), sessions(1, 2, 1.5), {});
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_EQ(result.inconclusive, 4);
    EXPECT_EQ(result.mode, "sessions");
    const GroupResult& group = result.contrasts[0].groups[0];
    EXPECT_NEAR(group.effect->theta, std::log(1.5), 0.03);
    EXPECT_FALSE(group.effect->interval);
    EXPECT_EQ(group.lean, "leans worse");
    EXPECT_NE(group.why.find("1 session of base and 1 of head, 5 a side"), std::string::npos);
    EXPECT_EQ(
        compare_reports(sessions(1, 1, 1), sessions(1, 2, 1), {.require_conclusive = true}).exit,
        Exit::inconclusive);
}

TEST(CompareReports, FourSessionsAreTooFewAndFiveDecide) {
    EXPECT_EQ(compare_reports(sessions(4, 10, 1), sessions(6, 20, 1.2), {}).inconclusive, 4);
    const Comparison result = compare_reports(sessions(5, 10, 1), sessions(5, 20, 1.2), {});
    EXPECT_EQ(result.exit, Exit::findings);
    EXPECT_EQ(result.headline, "regression: 4 of 4 groups worse, 0 better, 0 same, 0 inconclusive");
    EXPECT_TRUE(mentions(result.assumptions, "Welch"));
    EXPECT_TRUE(mentions(result.assumptions, "Bonferroni"));
    EXPECT_EQ(compare_reports(sessions(6, 10, 1), sessions(6, 20, 1), {}).same, 4);
}

TEST(CompareReports, WelchByHand) {
    // Two arms of five sessions without invocation noise: the group mean is the session's own draw.
    std::vector<Report> base, head;
    std::vector<double> a, b;
    for (int i = 0; i < 5; ++i) {
        a.push_back(1 + 0.01 * i);
        b.push_back(1.2 + 0.02 * i);
        base.push_back(
            make_report({.blocks = 1, .invocation_sd = 0, .factor = {{"baseline", a.back()}}}));
        head.push_back(
            make_report({.blocks = 1, .invocation_sd = 0, .factor = {{"baseline", b.back()}}}));
    }
    double mean_a = 0, mean_b = 0, square_a = 0, square_b = 0;
    for (const double value : a) mean_a += std::log(value) / 5;
    for (const double value : b) mean_b += std::log(value) / 5;
    for (const double value : a) square_a += std::pow(std::log(value) - mean_a, 2) / 20;
    for (const double value : b) square_b += std::pow(std::log(value) - mean_b, 2) / 20;
    const double df =
        std::pow(square_a + square_b, 2) / (square_a * square_a / 4 + square_b * square_b / 4);
    const Comparison result = compare_reports(base, head, {});
    const Effect& effect = *result.contrasts[0].groups[0].effect;
    EXPECT_NEAR(effect.theta, mean_b - mean_a, 1e-12);
    EXPECT_NEAR(effect.se, std::sqrt(square_a + square_b), 1e-12);
    EXPECT_NEAR(effect.critical, stats::t_quantile(1 - 0.025 / 4, df), 1e-9);
    EXPECT_EQ(effect.blocks, 5);
}

TEST(CompareReports, AStatedSessionSdDecidesAndIsNamed) {
    const CompareOptions options{.session_sd = 0.02};
    const Comparison result = compare_reports({imported(1)}, {imported(1.3)}, options);
    EXPECT_EQ(result.exit, Exit::findings);
    EXPECT_NE(result.headline.find("(assuming a session sd of 2 %)"), std::string::npos);
    EXPECT_TRUE(mentions(result.assumptions, "was stated, not measured"));
    const GroupResult& group = result.contrasts[0].groups[0];
    EXPECT_EQ(group.verdict, Verdict::worse);
    EXPECT_NEAR(group.effect->theta, std::log(1.3), 1e-12);
    EXPECT_NEAR(group.effect->se, 0.02 * std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(group.effect->critical, stats::normal_quantile(1 - 0.025 / 4), 1e-9);
    EXPECT_NE(group.why.find("stated session sd of 2 %"), std::string::npos);
    // 8 % does not clear 5 % by the interval that 2 % gives.
    EXPECT_EQ(compare_reports({imported(1)}, {imported(1.08)}, options).inconclusive, 4);
}

TEST(CompareReports, TheStatedSdIsNotUsedWhereSessionsShowTheirOwn) {
    const Comparison result =
        compare_reports(sessions(5, 10, 1), sessions(5, 20, 1.2), {.session_sd = 0.5});
    EXPECT_EQ(result.worse, 4);
    EXPECT_TRUE(mentions(result.warnings, "--session-sd is not used"));
    EXPECT_EQ(result.headline.find("assuming"), std::string::npos);
}

TEST(CompareReports, AReportAgainstItselfIsNeverARegression) {
    const std::vector<Report> one{imported(1)};
    EXPECT_EQ(compare_reports(one, one, {}).exit, Exit::ok);
    const Comparison stated = compare_reports(one, one, {.session_sd = 0.002});
    EXPECT_EQ(stated.exit, Exit::ok);
    EXPECT_EQ(stated.same, 4);
    const std::vector<Report> six = sessions(6, 1, 1);
    EXPECT_EQ(compare_reports(six, six, {.margins = {{MarginKind::latency, 0.0}}}).worse, 0);
    for (const Contrast& contrast : compare_reports(six, six, {}).contrasts)
        for (const GroupResult& group : contrast.groups) EXPECT_EQ(group.effect->theta, 0);
}

TEST(CompareReports, IdentityMustMatch) {
    const auto changed = [](const std::function<void(Report&)>& change) {
        std::vector<Report> head = sessions(1, 2, 1.5);
        change(head[0]);
        return compare_reports(sessions(1, 1, 1), head, {.session_sd = 0.01});
    };
    for (const auto& [change, word] :
         std::vector<std::pair<std::function<void(Report&)>, std::string>>{
             {[](Report& r) { r.identity.gpu_model = "other"; }, "GPU model differs"},
             {[](Report& r) { r.identity.gpu_count = 8; }, "number of GPUs differs"},
             {[](Report& r) { r.identity.simulated = false; }, "simulated in base, real in head"},
             {[](Report& r) { r.identity.methods["latency/oneshot"] = 2; },
              "version of method latency/oneshot"}}) {
        const Comparison result = changed(change);
        EXPECT_EQ(result.exit, Exit::unfit) << word;
        EXPECT_TRUE(mentions(result.incomparable, word)) << result.headline;
        EXPECT_TRUE(result.contrasts.empty());
        EXPECT_EQ(result.headline.rfind("incomparable: ", 0), 0U);
    }
    const Comparison other_method = changed([](Report& r) { r.identity.methods["p2p/copy"] = 3; });
    EXPECT_EQ(other_method.exit, Exit::findings);
}

TEST(CompareReports, DifferingSettingsAreShown) {
    std::vector<Report> head = sessions(1, 2, 1);
    head[0].model = ModelIdentity{"bare", std::string(64, 'b')};
    head[0].setting.platform = "bare metal";
    head[0].setting.environment["NCCL_DEBUG"] = "INFO";
    const Comparison result = compare_reports(sessions(1, 1, 1), head, {});
    EXPECT_EQ(result.exit, Exit::ok);
    EXPECT_TRUE(mentions(result.differences, "model: made (sha256 aaaaaaaaaaaa) → bare"));
    EXPECT_TRUE(mentions(result.differences, "platform: (none) → bare metal"));
    EXPECT_TRUE(mentions(result.differences, "environment NCCL_DEBUG: (unset) → \"INFO\""));
}

TEST(CompareReports, ACellHasToBeInEverySession) {
    std::vector<Report> base = sessions(5, 10, 1);
    remove_cells(base[2], [](const Cell& cell) { return cell.key.src == 0 && cell.key.dst == 1; });
    std::vector<Report> head = sessions(5, 20, 1);
    for (Cell* cell : cells_of_variant(head[0], "baseline"))
        if (cell->key.src == 1 && cell->key.dst == 2 && cell->key.bytes == 4)
            for (Status& status : cell->invocations.status) status = Status::crashed;
    const Comparison result = compare_reports(base, head, {});
    EXPECT_EQ(result.contrasts[0].unmatched.size(), 3U);
    EXPECT_TRUE(mentions(result.contrasts[0].unmatched, "missing in run-12"));
    EXPECT_TRUE(mentions(result.contrasts[0].unmatched, "no usable invocation in run-20"));
    EXPECT_EQ(result.contrasts[0].cells.size(), 9U);
    EXPECT_TRUE(mentions(result.warnings, "3 unmatched cells"));
}

TEST(CompareReports, ClassesFollowTheHead) {
    std::vector<Report> head = sessions(1, 2, 1);
    for (Cell& cell : head[0].cells)
        if (cell.pair_class == PairClass::cross_node) cell.pair_class = PairClass::nvlink;
    const Comparison result = compare_reports(sessions(1, 1, 1), head, {});
    EXPECT_EQ(result.contrasts[0].groups[0].key.pair_class, PairClass::nvlink);
    EXPECT_TRUE(mentions(result.warnings, "8 cells have another class"));
}

TEST(CompareReports, OneSessionNamedTwiceIsRefused) {
    std::vector<Report> base = sessions(2, 1, 1);
    base[0].volatile_part.started = base[1].volatile_part.started = "2025-01-01T00:00:00Z";
    EXPECT_THROW((void)compare_reports(base, sessions(1, 5, 1), {}), Error);
    base[1].samples.sha256 = "other";  // two quick runs may begin in one second
    EXPECT_NO_THROW((void)compare_reports(base, sessions(1, 5, 1), {}));
}

TEST(CompareReports, ASessionWhoseControlFailsIsNamed) {
    const Report odd = make_report({.seed = 3, .factor = {{"baseline-control", 1.2}}});
    const Comparison result = compare_reports({odd}, sessions(1, 5, 1), {});
    EXPECT_TRUE(mentions(result.warnings, "run-3: its negative control failed"));
    EXPECT_EQ(result.exit, Exit::ok);
}

TEST(CompareReports, UsageErrors) {
    EXPECT_THROW((void)compare_reports({}, sessions(1, 1, 1), {}), Error);
    EXPECT_THROW((void)compare_reports(sessions(1, 1, 1), {}, {}), Error);
    for (const double sd : {0.0, -0.1, std::nan("")})
        EXPECT_THROW(
            (void)compare_reports(sessions(1, 1, 1), sessions(1, 2, 1), {.session_sd = sd}), Error);
    const Report two = make_report({.variants = {"one", "two"}});
    EXPECT_THROW((void)compare_reports({two}, {two}, {}), Error);
}

}  // namespace
}  // namespace hopbench
