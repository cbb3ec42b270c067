#include "tests/sim/engine/memory.hpp"

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

TEST(Memory, OwnerIsInTheAddress) {
    Memory memory;
    for (const int window : {0, 7, kGpuWindows, kGpuWindows + 1}) {
        const auto* allocation = memory.allocate(window, 100, false);
        ASSERT_NE(allocation, nullptr);
        EXPECT_EQ(window_of(allocation->base), window);
    }
    int local = 0;
    EXPECT_EQ(window_of(&local), kNoWindow);
    EXPECT_EQ(window_of(nullptr), kNoWindow);
}

TEST(Memory, KnowsItsBlocksToTheByte) {
    Memory memory;
    auto* block = memory.allocate(2, 1000, false);
    EXPECT_EQ(memory.find(block->base, 1000), block);
    EXPECT_EQ(memory.find(block->base + 999, 1), block);
    EXPECT_EQ(memory.find(block->base + 999, 2), nullptr);
    EXPECT_EQ(memory.find(block->base - 1, 1), nullptr);
    EXPECT_EQ(memory.find(block->base, 1001), nullptr);
    const auto* stale = block->base;
    EXPECT_GE(memory.used(2), 1000U);
    memory.release(*block);
    EXPECT_EQ(memory.find(stale, 1), nullptr);
    EXPECT_EQ(memory.used(2), 0U);
}

TEST(Memory, LargeBlocksStartOnTwoMegabytes) {
    Memory memory;
    const auto* block = memory.allocate(0, 3 << 20, false);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block->base) % (2U << 20U), 0U);
}

TEST(Memory, RefusesCopiesOutsideOfBlocks) {
    Memory memory;
    auto* from = memory.allocate(0, 64, false);
    auto* to = memory.allocate(1, 64, false);
    EXPECT_TRUE(memory.copy(to->base, from->base, 64));
    EXPECT_FALSE(memory.copy(to->base, from->base, 65));
    EXPECT_FALSE(memory.fill(to->base + 1, 0, 64));
    EXPECT_TRUE(memory.copy(to->base + 9999, from->base, 0));
}

class Contents : public testing::Test {
  protected:
    Memory memory;
    Allocation* from = memory.allocate(0, 4096, false);
    Allocation* to = memory.allocate(1, 4096, false);

    void copy(std::size_t offset, std::size_t bytes) {
        ASSERT_TRUE(memory.copy(to->base + offset, from->base + offset, bytes));
        EXPECT_EQ(std::memcmp(to->base + offset, from->base + offset, bytes), 0);
    }
};

TEST_F(Contents, RepeatedCopiesAreSkippedAndStayExact) {
    ASSERT_TRUE(memory.fill(from->base, 5, 4096));
    copy(0, 1024);
    copy(1024, 1024);
    std::vector<ContentRun> before;
    ASSERT_TRUE(memory.contents(to->base, 2048, before));
    copy(0, 1024);
    copy(1024, 1024);
    EXPECT_TRUE(memory.holds(before));  // the same bytes by the same name
}

TEST_F(Contents, AWriteToTheSourceIsCarriedOver) {
    ASSERT_TRUE(memory.fill(from->base, 5, 4096));
    copy(0, 4096);
    ASSERT_TRUE(memory.fill(from->base + 100, 6, 1));
    copy(0, 4096);
    EXPECT_EQ(to->base[100], 6);
}

TEST_F(Contents, AWriteToTheDestinationIsRepaired) {
    ASSERT_TRUE(memory.fill(from->base, 5, 4096));
    copy(0, 2048);
    copy(2048, 2048);
    ASSERT_TRUE(memory.fill(to->base + 3000, 9, 1));
    copy(0, 2048);
    copy(2048, 2048);
    EXPECT_EQ(to->base[3000], 5);
}

TEST_F(Contents, OverlappingCopiesReplaceEachOther) {
    ASSERT_TRUE(memory.fill(from->base, 1, 2048));
    ASSERT_TRUE(memory.fill(from->base + 2048, 2, 2048));
    ASSERT_TRUE(memory.copy(to->base, from->base, 1024));
    ASSERT_TRUE(memory.copy(to->base + 512, from->base + 2048, 1024));
    ASSERT_TRUE(memory.copy(to->base, from->base, 1024));
    EXPECT_EQ(to->base[600], 1);
    EXPECT_EQ(to->base[1200], 2);
}

TEST_F(Contents, WritesOfKernelsAreNoticedByChunk) {
    ASSERT_TRUE(memory.fill(from->base, 5, 4096));
    copy(0, 4096);
    static unsigned char dirty[(kWindowSpan >> kChunkShift) + 1];
    to->base[7] = 9;
    dirty[window_offset(to->base) >> kChunkShift] = 1;
    memory.note_kernel_writes(1, dirty);
    EXPECT_EQ(dirty[window_offset(to->base) >> kChunkShift], 0);
    copy(0, 4096);
    EXPECT_EQ(to->base[7], 5);
}

TEST_F(Contents, AReusedAddressIsNotMistakenForItsFormerOwner) {
    ASSERT_TRUE(memory.fill(from->base, 5, 4096));
    copy(0, 4096);
    memory.release(*from);
    from = memory.allocate(0, 4096, false);
    ASSERT_TRUE(memory.fill(from->base, 8, 4096));
    copy(0, 4096);
    EXPECT_EQ(to->base[0], 8);
}

TEST_F(Contents, HostMemoryIsCopiedEveryTime) {
    auto* host = memory.allocate(kGpuWindows, 64, true);
    host->base[0] = 1;
    ASSERT_TRUE(memory.copy(to->base, host->base, 64));
    host->base[0] = 2;  // the host writes without telling anyone
    ASSERT_TRUE(memory.copy(to->base, host->base, 64));
    EXPECT_EQ(to->base[0], 2);
}

}  // namespace
}  // namespace hopbench::sim
