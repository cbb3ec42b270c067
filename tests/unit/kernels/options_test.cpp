#include "bench/common/options.hpp"

#include <gtest/gtest.h>

#include "bench/latency/catalogue.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

BenchProgram program() {
    return {.name = "hopbench-latency",
            .purpose = "p",
            .examples = "",
            .catalogue = latency_catalogue()};
}

template <class... Words>
std::optional<BenchOptions> parse(Words... words) {
    const char* const argv[] = {"hopbench-latency", words...};
    return parse_options(static_cast<int>(std::size(argv)), argv, program());
}

TEST(Options, DefaultsAreEverySizeAndEveryPair) {
    const auto options = parse();
    ASSERT_TRUE(options);
    EXPECT_EQ(options->sizes.size(), 10u);
    EXPECT_EQ(options->sizes.front(), 4u);
    EXPECT_EQ(options->sizes.back(), 1048576u);
    const auto plan = plan_of(*options, program(), 8);
    EXPECT_EQ(plan.cases.size(), 2u * 56u * 10u);
    EXPECT_EQ(format_case_name(plan.cases.front().name), "latency/oneshot/src:0/dst:1/bytes:4");
    EXPECT_EQ(plan.cases.front().warmup, 20);
    EXPECT_EQ(plan.cases.front().samples, 500);
    EXPECT_EQ(plan.cases.back().name.method, "issue_interval");
    EXPECT_EQ(plan.cases.back().samples, 50);
}

TEST(Options, ListsAndCountsReachThePlan) {
    const auto options =
        parse("--sizes", "4K", "--pairs", "1:0", "--samples-per-case", "7", "--seed", "9");
    ASSERT_TRUE(options);
    const auto plan = plan_of(*options, program(), 2);
    ASSERT_EQ(plan.cases.size(), 2u);
    EXPECT_EQ(format_case_name(plan.cases[0].name), "latency/oneshot/src:1/dst:0/bytes:4096");
    EXPECT_EQ(plan.cases[0].samples, 7);
    EXPECT_EQ(plan.seed, 9u);
}

TEST(Options, GoogleBenchmarkFlagsArePassedOn) {
    const auto options = parse("--benchmark_filter=x", "--pairs", "0:1", "--benchmark_format=json");
    ASSERT_TRUE(options);
    EXPECT_EQ(options->benchmark_flags,
              (std::vector<std::string>{"--benchmark_filter=x", "--benchmark_format=json"}));
}

TEST(Options, EverythingElseIsAUsageError) {
    EXPECT_THROW((void)parse("--frob"), Error);
    EXPECT_THROW((void)parse("word"), Error);
    EXPECT_THROW((void)parse("--samples-per-case", "0"), Error);
    EXPECT_THROW((void)parse("--plan", "p.json", "--sizes", "4"), Error);
}

TEST(Options, OneGpuHasNoPair) {
    const auto options = parse();
    ASSERT_TRUE(options);
    try {
        (void)plan_of(*options, program(), 1);
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::unfit);
    }
}

TEST(Catalogue, FindsCasesByFamilyAndMethod) {
    const auto name = parse_case_name("latency/issue_interval/src:0/dst:1/bytes:4");
    ASSERT_TRUE(name);
    const auto* found = find_case(latency_catalogue(), *name);
    ASSERT_NE(found, nullptr);
    EXPECT_STREQ(found->method, "issue_interval");
    EXPECT_EQ(find_case(latency_catalogue(), *parse_case_name("latency/chase/src:0/dst:1/bytes:4")),
              nullptr);
}

}  // namespace
}  // namespace hopbench
