#include "harness/plan/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/model/error.hpp"
#include "harness/plan/variants.hpp"

namespace hopbench {
namespace {

/// Of the latency family unless a test asks for others.
PlanRequest request_of(int gpus) {
    PlanRequest request;
    request.cases = "latency/*";
    request.variants = resolve_variants({{}, {"slow:X=1"}});
    for (int i = 0; i < gpus; ++i) {
        request.gpus.push_back(i);
        request.machine.push_back({.index = i,
                                   .name = "GPU",
                                   .uuid = "GPU-" + std::to_string(i),
                                   .bdf = {},
                                   .numa_node = {},
                                   .numa_source = {}});
    }
    return request;
}

TEST(Plan, QuickSuiteOfEightGpusHasTheDocumentedSize) {
    const auto plan = make_plan(request_of(8));
    ASSERT_EQ(plan.executables.size(), 1u);
    EXPECT_EQ(plan.executables[0].name, "hopbench-latency");
    EXPECT_EQ(plan.executables[0].groups.size(), 56u);
    EXPECT_TRUE(plan.session_jobs.empty());
    EXPECT_EQ(plan.executables[0].case_count(), 56u * 4 * 2);
    EXPECT_EQ(plan.jobs.size(), 10u * 2 * 3);
    EXPECT_EQ(plan.jobs_per_block(), 6u);
}

TEST(Plan, EveryVariantTwiceInEveryBlockAndOrdinalsCount) {
    const auto plan = make_plan(request_of(3));
    std::map<std::pair<int, std::size_t>, int> seen;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        EXPECT_EQ(plan.jobs[i].ordinal, static_cast<int>(i));
        ++seen[{plan.jobs[i].block, plan.jobs[i].variant}];
    }
    EXPECT_EQ(seen.size(), 30u);
    for (const auto& [key, count] : seen) EXPECT_EQ(count, 2);
}

TEST(Plan, PlannedStartsAreWholeSecondsInEqualSteps) {
    const auto plan = make_plan(request_of(3));
    const double step = std::ceil(plan.executables[0].seconds);
    for (const auto& job : plan.jobs) EXPECT_EQ(job.start_seconds, job.ordinal * step);
}

TEST(Plan, CasesOfAJobArePermutedByBlockOnly) {
    const auto plan = make_plan(request_of(4));
    const auto names = [&](const Job& job) {
        std::vector<std::string> list;
        for (const auto& one : cases_of(plan, job)) list.push_back(format_case_name(one.name));
        return list;
    };
    auto first = names(plan.jobs[0]);
    EXPECT_EQ(first, names(plan.jobs[1]));
    auto later = names(plan.jobs[plan.jobs_per_block()]);
    EXPECT_NE(first, later);
    std::sort(first.begin(), first.end());
    std::sort(later.begin(), later.end());
    EXPECT_EQ(first, later);
}

TEST(Plan, GlobsChooseCases) {
    auto request = request_of(3);
    request.cases = "latency/oneshot/src:0/*/bytes:4096";
    const auto plan = make_plan(request);
    EXPECT_EQ(plan.executables[0].case_count(), 2u);
    request.cases = "latency/nonsense/*";
    EXPECT_THROW((void)make_plan(request), Error);
}

TEST(Plan, RepetitionsFollowTheSuite) {
    auto request = request_of(2);
    request.suite = Suite::full;
    const auto plan = make_plan(request);
    EXPECT_EQ(plan.executables[0].case_count(), 2u * 10 * 2);
    for (const auto& one : cases_of(plan, plan.jobs[0]))
        EXPECT_EQ(one.samples, one.name.method == "oneshot" ? 500 : 100);
}

TEST(Plan, TheHashTellsPlansApart) {
    const auto base = make_plan(request_of(3));
    EXPECT_EQ(base.sha256, make_plan(request_of(3)).sha256);
    std::set<std::string> hashes{base.sha256};
    const auto differs = [&](auto change) {
        auto request = request_of(3);
        change(request);
        EXPECT_TRUE(hashes.insert(make_plan(request).sha256).second);
    };
    differs([](PlanRequest& r) { r.suite = Suite::standard; });
    differs([](PlanRequest& r) { r.cases = "latency/oneshot/*"; });
    differs([](PlanRequest& r) { r.blocks = 9; });
    differs([](PlanRequest& r) { r.seeds.run_seed = 2; });
    differs([](PlanRequest& r) { r.seeds.session = "2"; });
    differs([](PlanRequest& r) { r.seeds.model_sha256 = "m"; });
    differs([](PlanRequest& r) { r.gpus.pop_back(); });
    differs([](PlanRequest& r) { r.cases = "*"; });
    differs([](PlanRequest& r) { r.numa.node_of_gpu = {{0, 1}}; });
    differs([](PlanRequest& r) {
        r.numa.nodes = {{.id = 0, .cpus = {0}, .memory_bytes = 1, .distances = {10}}};
        r.bindings = {{.kind = BindingPolicy::Kind::node, .node = 0}};
    });
    differs([](PlanRequest& r) { r.variants[2].uses = {"topo-xml"}; });
    differs([](PlanRequest& r) { r.machine[0].uuid = "GPU-x"; });
    differs([](PlanRequest& r) { r.variants[2].settings[0].second = "2"; });
    differs([](PlanRequest& r) { r.variants[2].name = "other"; });
}

TEST(Plan, TooFewGpusAreExitFourABadSelectionExitTwo) {
    try {
        (void)make_plan(request_of(1));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::unfit);
    }
    auto request = request_of(3);
    request.gpus = {1};
    try {
        (void)make_plan(request);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
    }
}

TEST(Plan, ParallelInvocationsShortenTheEstimate) {
    const auto plan = make_plan(request_of(8));
    const double alone = estimated_seconds(plan, true, 1), two = estimated_seconds(plan, true, 2);
    EXPECT_LT(two, 0.6 * alone);
    EXPECT_GT(two, 0.5 * alone);  // a block waits for its last invocation
    EXPECT_GT(estimated_seconds(plan, false, 1), estimated_seconds(plan, true, 1));
}

}  // namespace
}  // namespace hopbench
