#include <gtest/gtest.h>

#include "fake_bench.hpp"
#include "harness/run/environment.hpp"

namespace hopbench {
namespace {

using Kind = BindingPolicy::Kind;

const FakePlan two_policies{
    .cases = "hostcopy/h2d/*", .variants = {}, .bindings = {{}, {.kind = Kind::gpu_local}}};

TEST(Binding, TheSimulatedStackIsToldAndNothingIsSetForReal) {
    const TemporaryDirectory directory;
    FakeLauncher launcher;
    std::map<std::string, int> told;
    for (const auto& setup = fake_setup(1, 1, two_policies);
         const auto& request :
         (run_fake(setup, directory.path() / "run", launcher), launcher.requests)) {
        EXPECT_EQ(request.binding, ResolvedBinding{});
        ++told[request.environment.at("HOPBENCH_SIM_BIND")];
    }
    EXPECT_EQ(told, (std::map<std::string, int>{{"none", 4}, {"nodes:0", 4}, {"nodes:1", 4}}));
}

TEST(Binding, OnHardwareTheLauncherBinds) {
    const TemporaryDirectory directory;
    auto setup = fake_setup(1, 1, two_policies);
    setup.facts.probe.model.reset();
    FakeLauncher launcher;
    (void)run_fake(setup, directory.path() / "run", launcher);
    int bound = 0;
    for (const auto& request : launcher.requests) {
        EXPECT_FALSE(request.environment.contains("HOPBENCH_SIM_BIND"));
        if (request.binding == ResolvedBinding{}) continue;
        ++bound;
        EXPECT_EQ(request.binding.cpus, request.binding.nodes == std::vector{0}
                                            ? (std::vector{0, 1})
                                            : (std::vector{2, 3}));
    }
    EXPECT_EQ(bound, 8);
}

TEST(Binding, CellsCarryThePolicyAndPlansAskForIt) {
    const TemporaryDirectory directory;
    FakeLauncher launcher([](int, const LaunchRequest& request) -> std::optional<LaunchEnd> {
        const auto plan = plan_of(request);
        EXPECT_EQ(plan.gpus, (std::vector{0, 1, 2}));
        EXPECT_EQ(plan.requested_binding == "none",
                  request.environment.at("HOPBENCH_SIM_BIND") == "none");
        write_fake_samples(request);
        return LaunchEnd{.why = {}};
    });
    const auto result =
        run_fake(fake_setup(1, 1, two_policies), directory.path() / "run", launcher);
    ASSERT_TRUE(result.report);
    std::map<std::string, int> policies;
    for (const auto& cell : result.report->cells) {
        ++policies[cell.key.binding];
        ASSERT_EQ(cell.invocations.size(), 2u);
        EXPECT_EQ(cell.invocations.status[0], Status::ok);
        EXPECT_EQ(result.report->bindings[cell.invocations.binding[0]].requested, cell.key.binding);
        EXPECT_EQ(cell.pair_class, (*cell.key.dst == 2) == (*cell.key.host_node == 0)
                                       ? PairClass::host_local
                                       : PairClass::host_remote);
    }
    // GPUs × nodes × variants
    EXPECT_EQ(policies, (std::map<std::string, int>{{"gpu-local", 12}, {"none", 12}}));
}

TEST(Binding, TextForTheStack) {
    EXPECT_EQ(simulated_binding({}), "none");
    EXPECT_EQ(simulated_binding({.nodes = {0, 3}, .cpus = {1}}), "nodes:0,3");
}

}  // namespace
}  // namespace hopbench
