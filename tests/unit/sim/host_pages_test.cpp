#include "tests/sim/engine/host_pages.hpp"

#include <linux/mempolicy.h>
#include <sys/mman.h>

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

class Pages : public testing::Test {
  protected:
    static const void* at(std::uintptr_t page) {
        return reinterpret_cast<const void*>(page * HostPages::kPage);
    }
    [[nodiscard]] int node(std::uintptr_t page) const { return pages.node_of(at(page)); }
    MachineModel model = read_model(kBareMetal, "");
    HostPages pages{model};
};

TEST_F(Pages, LieOnTheLowestNodeOfAnUnboundProcess) {
    EXPECT_EQ(pages.process_node(), 0);
    MachineModel turned;
    turned.numa_nodes.resize(2);
    turned.numa_nodes[0].id = 5;
    turned.numa_nodes[1].id = 2;
    EXPECT_EQ(HostPages(turned).process_node(), 1);
}

TEST_F(Pages, FollowTheBindingInItsOrder) {
    const auto one = pages.parse_binding("nodes:1");
    ASSERT_TRUE(one);
    pages.set_process(*one);
    EXPECT_EQ(node(7), 1);
    pages.set_process(*pages.parse_binding("nodes:1,0"));
    EXPECT_EQ(pages.process_node(), 1);
    EXPECT_EQ(pages.parse_binding("none")->mode, MPOL_DEFAULT);
    for (const char* bad : {"nodes:", "nodes:2", "node:0", "0"})
        EXPECT_FALSE(pages.parse_binding(bad)) << bad;
}

TEST_F(Pages, RangesCutEachOtherAtWholePages) {
    pages.set_range(at(10), 10 * HostPages::kPage, {.mode = MPOL_BIND, .nodes = {1}});
    EXPECT_EQ(node(9), 0);
    EXPECT_EQ(node(10), 1);
    EXPECT_EQ(node(19), 1);
    EXPECT_EQ(node(20), 0);
    pages.set_range(at(12), 1, {.mode = MPOL_BIND, .nodes = {0}});
    EXPECT_EQ(node(11), 1);
    EXPECT_EQ(node(12), 0);
    EXPECT_EQ(node(13), 1);
    pages.set_range(at(15), 100 * HostPages::kPage, {});
    EXPECT_EQ(node(14), 1);
    EXPECT_EQ(node(15), 0);
    EXPECT_EQ(pages.range_policy(at(15)), nullptr);
}

TEST_F(Pages, InterleavedOnesTakeTurns) {
    pages.set_range(at(4), 4 * HostPages::kPage, {.mode = MPOL_INTERLEAVE, .nodes = {0, 1}});
    EXPECT_EQ(node(4), 0);
    EXPECT_EQ(node(5), 1);
    EXPECT_EQ(node(6), 0);
}

TEST(RegisteredMemory, IsChargedByTheNodeOfItsFirstPage) {
    constexpr std::size_t kBytes = 1 << 20;
    const auto time_on = [](int node) {
        Machine machine(kBareMetal, "numa_nodes.*.memory_gbps=400;links.8.gbps=10");
        auto* region = static_cast<char*>(
            mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        region[5] = 42;
        auto& engine = machine.engine;
        engine.host_pages().set_range(region, kBytes, {.mode = MPOL_BIND, .nodes = {node}});
        EXPECT_EQ(engine.home(region), kNoWindow);
        auto* adopted = engine.memory().adopt(region, kBytes);
        EXPECT_EQ(engine.home(region + 5), kGpuWindows + node);
        EXPECT_EQ(engine.memory().adopt(region + kBytes / 2, 1), nullptr);
        auto* gpu = machine.gpu_bytes(0, kBytes);
        const double ns = machine.timed_copy(machine.stream(0), gpu, region, kBytes);
        EXPECT_EQ(gpu[5], 42);
        engine.memory().release(*adopted);
        EXPECT_EQ(engine.home(region), kNoWindow);
        munmap(region, kBytes);
        return ns;
    };
    // Round model: 50 GB/s to the own node, 10 GB/s and one more hop of 100 ns to the other.
    const double near = time_on(0);
    const double far = time_on(1);
    EXPECT_NEAR(far - near, 100 + kBytes / 10.0 - kBytes / 50.0, 1);
}

}  // namespace
}  // namespace hopbench::sim
