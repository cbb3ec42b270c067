#include "bench/common/host_region.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "bench/common/host_placement.hpp"

namespace hopbench {
namespace {

TEST(PagesFound, NodesAreListedOnceAscending) {
    const auto found = pages_found({1, 0, 1, 1, 0});
    EXPECT_EQ(found.nodes, (std::vector<int>{0, 1}));
    EXPECT_EQ(found.unverified, "");
    EXPECT_EQ(placement_text(found), "nodes 0,1");
    EXPECT_EQ(placement_text(pages_found({1, 1})), "node 1");
}

TEST(PagesFound, ANegativeStatusIsUnverifiedWithTheKernelsWords) {
    const auto found = pages_found({1, -ENOENT, 1, -ENOENT});
    EXPECT_EQ(placement_text(found),
              "unverified: 2 of 4 pages asked for: No such file or directory");
    EXPECT_EQ(placement_text(pages_found({})), "unverified: no page was asked for");
}

TEST(MemoryNodes, AreAscendingWhereTheKernelSays) {
    const auto nodes = memory_nodes();
    for (std::size_t i = 1; i < nodes.size(); ++i) EXPECT_LT(nodes[i - 1], nodes[i]);
    EXPECT_TRUE(nodes.empty() || nodes.front() >= 0);
}

}  // namespace
}  // namespace hopbench
