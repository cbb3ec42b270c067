#include "harness/run/environment.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

Variant variant_of(std::vector<std::pair<std::string, std::string>> settings) {
    return {.name = "v", .uses = {}, .settings = std::move(settings), .treatment = {}};
}

TEST(Environment, RecordsByAllowListWithoutPathsSeedsAndPadding) {
    const Environment own{{"NCCL_DEBUG", "INFO"},       {"CUDA_VISIBLE_DEVICES", "0,1"},
                          {"HOPBENCH_SIM_SEED", "1"},   {"HOPBENCH_SIM_ROOT", "/tmp/x"},
                          {"HOPBENCH_BENCH_DIR", "/x"}, {"HOPBENCH_SIM_SET", "a=1"},
                          {"HOPBENCH_PAD", "xxx"},      {"PATH", "/bin"},
                          {"CUDA_HOME", "/usr"},        {"HOPBENCH_OTHER", "y"}};
    EXPECT_EQ(recorded_environment(own), (Environment{{"CUDA_MODULE_LOADING", "EAGER"},
                                                      {"CUDA_VISIBLE_DEVICES", "0,1"},
                                                      {"HOPBENCH_OTHER", "y"},
                                                      {"NCCL_DEBUG", "INFO"}}));
}

TEST(Environment, VariantsAddToWhatHopbenchHas) {
    const auto result = variant_environment(
        {{"A", "1"}, {"B", "2"}, {"HOPBENCH_SIM_SET", "x=1"}, {"HOPBENCH_SIM_SEED", "9"}},
        variant_of({{"B", "3"}, {"HOPBENCH_SIM_SET", "y=2"}}), {});
    EXPECT_EQ(result, (Environment{{"A", "1"},
                                   {"B", "3"},
                                   {"CUDA_MODULE_LOADING", "EAGER"},
                                   {"HOPBENCH_SIM_SET", "x=1;y=2"}}));
}

TEST(Environment, OptionsOfGoogleBenchmarkAreNotInherited) {
    const auto result =
        variant_environment({{"BENCHMARK_FILTER", "x"}, {"BENCHMARK_REPETITIONS", "3"}},
                            variant_of({{"BENCHMARK_V", "9"}}), {});
    EXPECT_EQ(result, (Environment{{"BENCHMARK_V", "9"}, {"CUDA_MODULE_LOADING", "EAGER"}}));
}

TEST(Environment, TheStackComesBeforeEverything) {
    const auto result = variant_environment(
        {{"LD_LIBRARY_PATH", "/old"}}, variant_of({{"LD_PRELOAD", "mine.so"}}),
        {{"LD_PRELOAD", "sim.so"}, {"LD_LIBRARY_PATH", "/sim:/old"}, {"HOPBENCH_SIM_SET", "s"}});
    EXPECT_EQ(result.at("LD_PRELOAD"), "sim.so:mine.so");
    EXPECT_EQ(result.at("LD_LIBRARY_PATH"), "/sim:/old");
    EXPECT_EQ(result.at("HOPBENCH_SIM_SET"), "s");
}

TEST(Treatment, ASimulatedSettingIsNotAppliedOnHardware) {
    EXPECT_TRUE(treatment_of(variant_of({}), false).applied);
    EXPECT_TRUE(treatment_of(variant_of({{"X", "1"}}), false).applied);
    EXPECT_TRUE(treatment_of(variant_of({{"HOPBENCH_SIM_SET", "a=1"}}), true).applied);
    EXPECT_FALSE(treatment_of(variant_of({{"HOPBENCH_SIM_SET", "a=1"}}), false).applied);
}

}  // namespace
}  // namespace hopbench
