#include "harness/run/assembler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fake_bench.hpp"
#include "harness/run/summary.hpp"

namespace hopbench {
namespace {

TEST(Summary, OfFewAndManySamples) {
    const auto few = summarise(std::vector<double>{3, 1, 2});
    EXPECT_EQ(few.count, 3u);
    EXPECT_EQ(few.median, 2);
    EXPECT_EQ(few.min, 1);
    EXPECT_EQ(few.max, 3);
    EXPECT_TRUE(std::isnan(few.p99));
    std::vector<double> many(101);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
    EXPECT_DOUBLE_EQ(summarise(many).p99, 99);
    EXPECT_TRUE(std::isnan(summarise({}).median));
}

class AssemblerTest : public testing::Test {
  protected:
    /// A result whose oneshot completions are `values`.
    JobResult result_of(const Job& job, const std::vector<double>& values) {
        JobResult result{.reason = {}, .content = SamplesContent{}};
        result.content->header.executable = "hopbench-latency";
        result.content->header.methods = {{"latency/oneshot", 3}};
        result.content->complete = true;
        for (const auto& one : cases_of(setup_.plan, job)) {
            if (one.name.method != "oneshot") continue;
            result.content->cases.push_back(
                {.name = one.name,
                 .direction = "push",
                 .engine = "ce",
                 .reason = {},
                 .verification = {.status = "verified", .note = {}},
                 .placement = {.where = "none"},
                 .notes = {},
                 .series = {
                     {.metric = "completion", .unit = "s", .quantum = 2e-9, .values = values},
                     {.metric = "enqueue", .unit = "ms", .values = values}}});
        }
        return result;
    }

    Report assemble(const std::vector<double>& values) {
        Assembler assembler(setup_.plan, setup_.facts, setup_.frame,
                            directory_.path() / "samples.bin");
        for (const auto& job : setup_.plan.jobs) assembler.add(job, result_of(job, values));
        return assembler.finish(true);
    }

    const Cell& cell(const Report& report, const std::string& metric, int src, int dst) {
        for (const auto& one : report.cells)
            if (one.key.metric == metric && one.key.src == src && one.key.dst == dst &&
                one.key.variant == "slow")
                return one;
        throw std::runtime_error("no such cell");
    }

    TemporaryDirectory directory_;
    SessionSetup setup_ = fake_setup(2);
};

TEST_F(AssemblerTest, CellsHaveKeyClassAndNumbers) {
    const auto report = assemble({2e-6, 1e-6, 4e-6});
    const auto& same = cell(report, "completion", 0, 1);
    EXPECT_EQ(same.pair_class, PairClass::same_node);
    EXPECT_EQ(cell(report, "completion", 0, 2).pair_class, PairClass::cross_node);
    EXPECT_EQ(same.key.engine, "ce");
    EXPECT_EQ(same.quantum, 2e-9);
    ASSERT_EQ(same.invocations.size(), 4u);
    EXPECT_EQ(same.invocations.median[0], 2e-6);
    EXPECT_EQ(same.invocations.count[0], 3u);
    EXPECT_EQ(same.invocations.block, (std::vector{0, 0, 1, 1}));
    EXPECT_EQ(report.identity.methods.at("latency/oneshot"), 3);
    EXPECT_EQ(report.identity.gpu_model, "SIMULATED GPU");
    EXPECT_TRUE(report.identity.simulated);
    EXPECT_EQ(report.samples.count, 3u * 6 * 12);
}

TEST_F(AssemblerTest, InvalidSamplesAreLeftOutAndNoneIsAReason) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto some = assemble({nan, 1e-6});
    EXPECT_EQ(cell(some, "completion", 0, 1).invocations.count[0], 1u);
    const auto none = assemble({nan});
    const auto& rows = cell(none, "completion", 0, 1).invocations;
    EXPECT_EQ(rows.status[0], Status::refused);
    EXPECT_EQ(none.reasons[rows.reason[0]], "no valid sample");
    EXPECT_TRUE(std::isnan(rows.median[0]));
}

TEST_F(AssemblerTest, AMissingCaseAndAForeignUnitAreRecorded) {
    const auto report = assemble({1e-6});
    const auto& missing = cell(report, "issue_interval", 0, 1).invocations;
    EXPECT_EQ(missing.status[0], Status::crashed);
    EXPECT_EQ(report.reasons[missing.reason[0]], "its samples file lacks this case");
    EXPECT_EQ(cell(report, "enqueue", 0, 1).invocations.status[0], Status::refused);
}

}  // namespace
}  // namespace hopbench
