#include "harness/plan/session_jobs.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"
#include "made_request.hpp"

namespace hopbench {
namespace {

std::vector<std::string> names_of(const Plan& plan) {
    std::vector<std::string> names;
    for (const auto& job : plan.session_jobs) names.push_back(name_of(job, plan.request.variants));
    return names;
}

PlanRequest request_of(const std::string& cases, VariantRequest variants) {
    auto request = made_request(4, cases);
    request.variants = resolve_variants(variants);
    return request;
}

using Names = std::vector<std::string>;

TEST(SessionJobs, EvidenceForEveryVariantButTheControl) {
    const auto plan = make_plan(request_of("*", {.names = {"topo-xml"}, .definitions = {"a:X=1"}}));
    EXPECT_EQ(names_of(plan), (Names{"capabilities", "nccl-baseline", "nccl-a", "nccl-topo-xml"}));
    EXPECT_EQ(plan.session_jobs[0].cases.size(), 12u * 4);
    EXPECT_EQ(format_case_name(plan.session_jobs[1].cases[0].name), "allreduce/sizes/ranks:4");
    EXPECT_EQ(plan.session_jobs[3].index, 3);
}

TEST(SessionJobs, OnlyWhatThePlanNeeds) {
    const auto of = [](const char* cases, VariantRequest variants) {
        return names_of(make_plan(request_of(cases, std::move(variants))));
    };
    EXPECT_EQ(of("latency/*", {.names = {}, .definitions = {"a:X=1"}}), Names{});
    EXPECT_EQ(of("p2p/*", {}), Names{"capabilities"});
    EXPECT_EQ(of("allreduce/*", {}), Names{"nccl-baseline"});
    EXPECT_EQ(of("latency/*", {.names = {}, .definitions = {"a:NCCL_ALGO=Ring"}}),
              (Names{"nccl-baseline", "nccl-a"}));
    EXPECT_EQ(of("latency/*", {.names = {"sysfs"}, .definitions = {}}),
              (Names{"nccl-baseline", "nccl-sysfs"}));
}

TEST(SessionJobs, TheyComeBeforeTheBlocksInPlannedTimeAndEstimate) {
    const auto plan = make_plan(request_of("p2p/*", {}));
    EXPECT_EQ(plan.session_jobs[0].start_seconds, 0);
    EXPECT_GE(plan.jobs[0].start_seconds, plan.session_jobs[0].seconds);
    auto without = plan;
    without.session_jobs.clear();
    EXPECT_GT(estimated_seconds(plan, true, 2), estimated_seconds(without, true, 2));
}

TEST(SessionJobs, ExecutablesAreNamedOnce) {
    const auto plan =
        make_plan(request_of("latency/*,p2p/*", {.names = {"sysfs"}, .definitions = {}}));
    EXPECT_EQ(executables_of(plan),
              (Names{"hopbench-latency", "hopbench-p2p", "hopbench-allreduce"}));
}

TEST(SessionJobs, ThemselvesAreNoSuite) {
    try {
        (void)make_plan(request_of("p2p/attributes/*", {}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
    }
}

TEST(OneGpu, HasHostCopiesAndNothingElse) {
    const auto plan = make_plan(made_request(1, "*"));
    EXPECT_EQ(executables_of(plan), Names{"hopbench-hostcopy"});
    EXPECT_TRUE(plan.session_jobs.empty());
}

}  // namespace
}  // namespace hopbench
