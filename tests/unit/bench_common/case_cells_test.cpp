// What the options of each bench stand for.
#include "bench/common/case_cells.hpp"

#include <gtest/gtest.h>

#include "bench/allreduce/catalogue.hpp"
#include "bench/hostcopy/catalogue.hpp"
#include "bench/staged/catalogue.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

BenchProgram program(const char* name, Catalogue catalogue, const char* sizes,
                     const char* nodes = "policy") {
    return {.name = name,
            .purpose = "p",
            .examples = "",
            .catalogue = catalogue,
            .sizes = sizes,
            .nodes = nodes};
}

const BenchProgram staged = program("hopbench-staged", staged_catalogue(), "16M");
const BenchProgram hostcopy = program("hopbench-hostcopy", hostcopy_catalogue(), "16M", "all");
const BenchProgram allreduce = program("hopbench-allreduce", allreduce_catalogue(), "8,1K");

template <class... Words>
BenchOptions parse(const BenchProgram& bench, Words... words) {
    const char* const argv[] = {bench.name, words...};
    const auto options = parse_options(static_cast<int>(std::size(argv)), argv, bench);
    EXPECT_TRUE(options);
    return options.value_or(BenchOptions{});
}

std::vector<std::string> names_of(const InvocationPlan& plan) {
    std::vector<std::string> names;
    for (const auto& planned : plan.cases) names.push_back(format_case_name(planned.name));
    return names;
}

using Names = std::vector<std::string>;

TEST(Cells, StagedTakesPairsSizesAndNodes) {
    const auto options = parse(staged, "--pairs", "0:1,4:0", "--sizes", "16M", "--nodes", "0,1");
    EXPECT_EQ(names_of(plan_of(options, staged, 8)),
              (Names{"staged/ring/src:0/dst:1/bytes:16777216/node:0",
                     "staged/ring/src:0/dst:1/bytes:16777216/node:1",
                     "staged/ring/src:4/dst:0/bytes:16777216/node:0",
                     "staged/ring/src:4/dst:0/bytes:16777216/node:1"}));
    const auto plain = plan_of(parse(staged), staged, 2);
    EXPECT_EQ(names_of(plain), (Names{"staged/ring/src:0/dst:1/bytes:16777216",
                                      "staged/ring/src:1/dst:0/bytes:16777216"}));
}

TEST(Cells, HostcopyTakesGpusAndNodes) {
    const auto options = parse(hostcopy, "--gpus", "2-3", "--nodes", "policy");
    EXPECT_EQ(names_of(plan_of(options, hostcopy, 8)),
              (Names{"hostcopy/h2d/dst:2/bytes:16777216", "hostcopy/h2d/dst:3/bytes:16777216",
                     "hostcopy/d2h/src:2/bytes:16777216", "hostcopy/d2h/src:3/bytes:16777216"}));
    const auto all = plan_of(parse(hostcopy), hostcopy, 2);
    ASSERT_FALSE(all.cases.empty());
    EXPECT_EQ(all.cases.size() % 4, 0u);  // 2 GPUs, 2 directions, every node this process may use
}

TEST(Cells, AllreduceTakesRanksOfTheGpusUnderTest) {
    const auto options = parse(allreduce, "--ranks", "2,4", "--gpus", "7,4-6");
    const auto plan = plan_of(options, allreduce, 8);
    EXPECT_EQ(plan.gpus, (std::vector<int>{4, 5, 6, 7}));
    EXPECT_EQ(names_of(plan), (Names{"allreduce/out_of_place/ranks:2/bytes:8",
                                     "allreduce/out_of_place/ranks:2/bytes:1024",
                                     "allreduce/out_of_place/ranks:4/bytes:8",
                                     "allreduce/out_of_place/ranks:4/bytes:1024",
                                     "allreduce/sizes/ranks:2", "allreduce/sizes/ranks:4"}));
    EXPECT_EQ(plan.cases.back().samples, 1);
    const auto all = plan_of(parse(allreduce), allreduce, 8);
    EXPECT_TRUE(all.gpus.empty());
    EXPECT_EQ(names_of(all).back(), "allreduce/sizes/ranks:8");
}

TEST(Cells, OptionsOfAnotherFamilyAreUnknown) {
    EXPECT_THROW((void)parse(staged, "--gpus", "0"), Error);
    EXPECT_THROW((void)parse(staged, "--ranks", "2"), Error);
    EXPECT_THROW((void)parse(hostcopy, "--pairs", "0:1"), Error);
    EXPECT_THROW((void)parse(allreduce, "--nodes", "0"), Error);
    EXPECT_THROW((void)parse(allreduce, "--pairs", "all"), Error);
    EXPECT_THROW((void)parse(hostcopy, "--nodes", "x"), Error);
    EXPECT_THROW((void)parse(allreduce, "--ranks", "two"), Error);
}

TEST(Cells, BothWaysAtOnceIsOneCellAPair) {
    const CaseDefinition both{.family = "p2p",
                              .method = "bidir",
                              .version = 1,
                              .default_warmup = 0,
                              .default_samples = 1,
                              .summary = "",
                              .run = nullptr,
                              .axes = {.unordered = true}};
    BenchOptions options;
    options.sizes = {4};
    const auto names = cells_of(both, cell_values(options, 3));
    ASSERT_EQ(names.size(), 3u);
    for (const auto& name : names) EXPECT_LT(name.src, name.dst);
}

}  // namespace
}  // namespace hopbench
