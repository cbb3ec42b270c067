#include "harness/plan/case_groups.hpp"

#include <gtest/gtest.h>

#include "harness/plan/case_catalogue.hpp"
#include "made_request.hpp"

namespace hopbench {
namespace {

std::vector<std::string> names_of(const CaseGroup& group) {
    std::vector<std::string> names;
    for (const auto& one : group.cases) names.push_back(format_case_name(one.name));
    return names;
}

std::size_t count_of(const std::vector<CaseGroup>& groups) {
    std::size_t count = 0;
    for (const auto& group : groups) count += group.cases.size();
    return count;
}

TEST(Catalogue, EveryMethodIsUsableAndDescribed) {
    for (const auto& method : case_catalogue()) {
        const std::string name = std::string(method.family) + "/" + std::string(method.method);
        EXPECT_FALSE(method.what.empty()) << name;
        EXPECT_EQ(method.executable, "hopbench-" + std::string(method.family));
        EXPECT_EQ(method.metrics.empty(), method.once) << name;
        EXPECT_EQ(of(method.sizes, Suite::full).empty(), method.once) << name;
        EXPECT_EQ(find_case_method(method.family, method.method), &method) << name;
        for (const auto suite : {Suite::quick, Suite::standard, Suite::full}) {
            EXPECT_GE(of(method.repetitions, suite).samples, method.once ? 1 : 20) << name;
            EXPECT_TRUE(
                std::is_sorted(of(method.sizes, suite).begin(), of(method.sizes, suite).end()));
        }
        EXPECT_GT(case_seconds(method, false, 4096, of(method.repetitions, Suite::quick)), 0);
        EXPECT_GT(case_seconds(method, true, 4096, of(method.repetitions, Suite::quick)), 0);
    }
}

TEST(CaseGroups, HostCopiesAreGroupedByGpuWithEveryNode) {
    const auto groups = case_groups(made_request(2, "*"), "hopbench-hostcopy");
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[1].leads, (std::vector{1}));
    EXPECT_EQ(
        names_of(groups[1]),
        (std::vector<std::string>{
            "hostcopy/h2d/dst:1/bytes:12582912/node:0", "hostcopy/h2d/dst:1/bytes:12582912/node:1",
            "hostcopy/d2h/src:1/bytes:12582912/node:0", "hostcopy/d2h/src:1/bytes:12582912/node:1"}));
}

TEST(CaseGroups, WithoutKnownNodesThereIsNoNodeAxis) {
    auto request = made_request(2, "*");
    request.numa.nodes.clear();
    const auto groups = case_groups(request, "hopbench-hostcopy");
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(names_of(groups[0]), (std::vector<std::string>{"hostcopy/h2d/dst:0/bytes:12582912",
                                                             "hostcopy/d2h/src:0/bytes:12582912"}));
}

TEST(CaseGroups, NodesWithoutMemoryHoldNoBuffers) {
    auto request = made_request(2, "*");
    request.numa.nodes[0].memory_bytes = 0;
    EXPECT_EQ(case_groups(request, "hopbench-hostcopy")[0].cases.size(), 2u);
}

TEST(CaseGroups, BothDirectionsAreOneCaseOfThePairFromTheLowerIndex) {
    auto request = made_request(3, "p2p/*_bidir/*");
    request.suite = Suite::standard;
    const auto groups = case_groups(request, "hopbench-p2p");
    ASSERT_EQ(groups.size(), 3u);
    for (const auto& group : groups)
        for (const auto& one : group.cases) EXPECT_LT(*one.name.src, *one.name.dst);
    EXPECT_EQ(count_of(groups), 3u * 2 * 2);  // pairs × methods × sizes
}

TEST(CaseGroups, SuitesGrow) {
    auto request = made_request(8, "*");
    const auto count = [&](const char* executable) {
        return count_of(case_groups(request, executable));
    };
    EXPECT_EQ(count("hopbench-latency"), 56u * 4 * 2);
    EXPECT_EQ(count("hopbench-p2p"), 56u);
    EXPECT_EQ(count("hopbench-staged"), 56u);
    EXPECT_EQ(count("hopbench-hostcopy"), 8u * 2 * 2);
    EXPECT_EQ(count("hopbench-allreduce"), 8u);
    request.suite = Suite::standard;
    EXPECT_EQ(count("hopbench-p2p"), (56u + 28 + 56 + 28) * 2);
    EXPECT_EQ(count("hopbench-allreduce"), 11u);
    request.suite = Suite::full;
    EXPECT_EQ(count("hopbench-p2p"), (56u + 28 + 56 + 28) * 3);
    EXPECT_EQ(count("hopbench-staged"), 56u * 3 * 3);
    EXPECT_EQ(count("hopbench-allreduce"), 3u * 11);
}

TEST(CaseGroups, RanksNameTheFirstOfTheSelectedGpus) {
    auto request = made_request(8, "allreduce/*");
    request.suite = Suite::full;
    request.gpus = {1, 3, 5, 6, 7};
    const auto groups = case_groups(request, "hopbench-allreduce");
    ASSERT_EQ(groups.size(), 3u);  // 2, 4 and all five
    EXPECT_EQ(groups[0].leads, (std::vector{1, 3}));
    EXPECT_EQ(groups[2].leads, (std::vector{1, 3, 5, 6, 7}));
    EXPECT_EQ(groups[2].cases[0].name.ranks, 5);
}

TEST(OnceCases, StepsOfAPairFollowEachOther) {
    const auto cases = once_cases(made_request(2, "latency/*"), "hopbench-p2p");
    ASSERT_EQ(cases.size(), 8u);
    EXPECT_EQ(format_case_name(cases[0].name), "p2p/attributes/src:0/dst:1");
    EXPECT_EQ(format_case_name(cases[3].name), "p2p/sm_store/src:0/dst:1");
    EXPECT_EQ(format_case_name(cases[4].name), "p2p/attributes/src:1/dst:0");
    const auto evidence = once_cases(made_request(1, "*"), "hopbench-allreduce");
    ASSERT_EQ(evidence.size(), 1u);
    EXPECT_EQ(format_case_name(evidence[0].name), "allreduce/sizes/ranks:1");
}

}  // namespace
}  // namespace hopbench
