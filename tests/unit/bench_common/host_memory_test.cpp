// Host memory of the simulated two-node machine, registered with CUDA.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <utility>

#include "bench/common/host_arena.hpp"
#include "bench/common/host_placement.hpp"
#include "harness/model/error.hpp"
#include "kernels/pattern.hpp"
#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

constexpr std::size_t bytes = 3 << 20;

TEST(HostRegion, LiesOnTheNodeAskedFor) {
    init_spinning(0);
    for (const int node : {1, 0}) {
        const HostRegion region(bytes, node);
        EXPECT_EQ(region.placement(), "node " + std::to_string(node) + " (model)");
        EXPECT_EQ(region.misplaced(), "");
        EXPECT_GE(region.size(), bytes);
        EXPECT_TRUE(std::all_of(region.data(), region.data() + region.size(),
                                [](unsigned char byte) { return byte == 0; }));
    }
}

TEST(HostRegion, WithoutANodeThePolicyDecides) {
    const HostRegion region(1, std::nullopt);
    EXPECT_EQ(region.placement(), "node 0 (model)");
}

TEST(HostRegion, ANodeThatTheMachineLacksIsUnfit) {
    for (const int node : {2, 900, 1024, -1}) {
        try {
            const HostRegion region(bytes, node);
            ADD_FAILURE() << "node " << node << " was there";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), Exit::unfit);
            EXPECT_NE(std::string(error.what()).find("on node " + std::to_string(node)),
                      std::string::npos);
        }
    }
}

TEST(HostRegion, MovesWithItsRegistration) {
    HostRegion one(bytes, 1);
    unsigned char* data = one.data();
    HostRegion two(std::move(one));
    EXPECT_EQ(two.data(), data);
    HostRegion three(4096, 0);
    three = std::move(two);
    EXPECT_EQ(three.data(), data);
    EXPECT_EQ(three.placement(), "node 1 (model)");
    void* seen_by_device = nullptr;
    EXPECT_EQ(cudaHostGetDevicePointer(&seen_by_device, data, 0), cudaSuccess);
}

TEST(HostPlacement, IsWrittenIntoTheRecord) {
    CaseRecord record;
    EXPECT_TRUE(record_placement(HostRegion(bytes, 1), record));
    EXPECT_EQ(record.placement.where, "node 1 (model)");
    EXPECT_EQ(record.status, Status::ok);
}

TEST(MemoryNodes, AreThoseOfTheModel) {
    EXPECT_EQ(memory_nodes(), (std::vector<int>{0, 1}));
}

TEST(HostArena, FillsOnceAndKeepsWhatItHas) {
    HostArena arena(1);
    unsigned char* data = arena.filled(1000, 7);
    EXPECT_EQ(count_pattern_mismatches(std::span(data, 1000), 0, 7), 0u);
    data[5] ^= 1;  // a second filling would put it right
    EXPECT_EQ(arena.filled(1000, 7), data);
    EXPECT_EQ(count_pattern_mismatches(std::span(data, 1000), 0, 7), 1u);
    EXPECT_EQ(arena.filled(3000, 7), data);
    EXPECT_EQ(count_pattern_mismatches(std::span(data + 1008, 1992), 1008, 7), 0u);
    EXPECT_EQ(arena.filled(3000, 8), data);
    EXPECT_EQ(count_pattern_mismatches(std::span(data, 3000), 0, 8), 0u);
    const unsigned char* grown = arena.filled(1 << 20, 8);
    EXPECT_EQ(count_pattern_mismatches(std::span(grown, 1 << 20), 0, 8), 0u);
    EXPECT_EQ(arena.region().placement(), "node 1 (model)");
}

TEST(HostArenas, OneANodeAndDirection) {
    HostArenas arenas;
    EXPECT_EQ(&arenas.sent(1), &arenas.sent(1));
    EXPECT_NE(&arenas.sent(1), &arenas.sent(0));
    EXPECT_NE(&arenas.sent(1), &arenas.received(1));
    EXPECT_NE(&arenas.sent(0), &arenas.sent(std::nullopt));
}

}  // namespace
}  // namespace hopbench
