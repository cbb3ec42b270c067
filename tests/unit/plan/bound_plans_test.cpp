#include "harness/plan/bound_plans.hpp"

#include <gtest/gtest.h>

#include <set>

#include "harness/model/error.hpp"
#include "made_request.hpp"

namespace hopbench {
namespace {

using Kind = BindingPolicy::Kind;

const ExecutablePlan& entry(const Plan& plan, const std::string& label) {
    for (const auto& executable : plan.executables)
        if (executable.label() == label) return executable;
    throw std::runtime_error("no " + label);
}

TEST(BoundPlans, GpuLocalIsOneProcessPerNodeOfTheSource) {
    auto request = made_request(4, "p2p/*");
    request.bindings = {{}, {.kind = Kind::gpu_local}};
    const auto plan = make_plan(request);
    ASSERT_EQ(plan.executables.size(), 3u);
    EXPECT_EQ(entry(plan, "hopbench-p2p").groups.size(), 12u);
    EXPECT_TRUE(entry(plan, "hopbench-p2p").bound_to.nodes.empty());
    const auto& local = entry(plan, "hopbench-p2p-gpu-local@1");
    EXPECT_EQ(local.binding, "gpu-local");
    EXPECT_EQ(local.bound_to.cpus, (std::vector{2, 3}));
    EXPECT_EQ(local.groups.size(), 6u);
    for (const auto& group : local.groups) EXPECT_LT(group.leads.front(), 2);
    EXPECT_EQ(plan.jobs_per_block(), 3u * 2 * 2);
}

TEST(BoundPlans, RemoteIsTheOtherNodeAndLeavesCollectivesOut) {
    auto request = made_request(4, "hostcopy/h2d/*,allreduce/*");
    request.bindings = {{.kind = Kind::remote}};
    const auto plan = make_plan(request);
    ASSERT_EQ(plan.executables.size(), 2u);
    for (const auto& group : entry(plan, "hopbench-hostcopy-remote@0").groups)
        EXPECT_LT(group.leads.front(), 2);
    ASSERT_EQ(plan.notes.size(), 1u);
    EXPECT_NE(plan.notes[0].find("remote"), std::string::npos);
}

TEST(BoundPlans, ACollectiveUnderGpuLocalGetsTheUnionOfItsNodes) {
    auto request = made_request(4, "allreduce/*");
    request.suite = Suite::full;
    request.bindings = {{.kind = Kind::gpu_local}};
    const auto plan = make_plan(request);
    EXPECT_EQ(entry(plan, "hopbench-allreduce-gpu-local@1").groups.size(), 1u);    // ranks:2
    EXPECT_EQ(entry(plan, "hopbench-allreduce-gpu-local@0+1").groups.size(), 1u);  // ranks:4
}

TEST(BoundPlans, ANodeThatIsNotThereIsExitFour) {
    auto request = made_request(4, "latency/*");
    request.bindings = {{.kind = Kind::node, .node = 7}};
    try {
        (void)make_plan(request);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::unfit);
        EXPECT_NE(std::string(error.what()).find("node 7"), std::string::npos) << error.what();
    }
}

TEST(BoundPlans, LabelsAreFileNamesAndDiffer) {
    auto request = made_request(4, "*");
    request.bindings = {
        {}, {.kind = Kind::gpu_local}, {.kind = Kind::node, .node = 1}, {.kind = Kind::remote}};
    std::set<std::string> labels;
    for (const auto& executable : make_plan(request).executables) {
        EXPECT_TRUE(labels.insert(executable.label()).second) << executable.label();
        EXPECT_EQ(executable.label().find_first_of("/:, "), std::string::npos);
    }
}

}  // namespace
}  // namespace hopbench
