// Kernels that use memory of the program's own, and kernels that never end.
#include <linux/mempolicy.h>
#include <sys/mman.h>

#include "tests/sim/engine/kernel_registry.hpp"
#include "tests/unit/sim/sim_fixture.hpp"
#include "tests/unit/sim/test_kernels.hpp"

namespace hopbench::sim {
namespace {

using sim_test::Signal;

constexpr std::size_t kBytes = std::size_t{1} << 20U;

const KernelDefinition& kernel(const std::string& mangled) {
    const auto* found = find_kernel("_ZN8hopbench8sim_test" + mangled);
    EXPECT_NE(found, nullptr) << mangled;
    return *found;
}

class Registered : public testing::Test {
  protected:
    Registered() {
        region = static_cast<char*>(
            mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        block = engine.memory().adopt(region, kBytes);
    }
    ~Registered() override {
        engine.memory().release(*block);
        munmap(region, kBytes);
    }
    void fill(char* to) {
        auto* target = reinterpret_cast<std::uint64_t*>(to);
        std::uint64_t value = 77;
        void* arguments[] = {&target, &value};
        engine.submit_kernel(stream, kernel("10fill_wordsEPmm"), 0, {kBytes / 8 / 64, 1, 1},
                             {64, 1, 1}, arguments);
    }
    Picoseconds time_of_fill(char* to) {
        const auto before = engine.host_now();
        fill(to);
        engine.wait_stream(stream);
        return engine.host_now() - before;
    }
    std::uint64_t nanoseconds_gated() {
        auto* signal = reinterpret_cast<Signal*>(region);
        *signal = {};
        std::uint64_t budget_ns = 1'000'000;
        void* arguments[] = {&signal, &budget_ns};
        engine.submit_kernel(stream, kernel("15wait_for_signalEPNS0_6SignalEm"), 0, {}, {},
                             arguments);
        engine.sleep(50'000'000);
        signal->open = 1;
        engine.enter_call(-1);
        engine.wait_stream(stream);
        EXPECT_EQ(signal->ended, 1U);
        return signal->end_ns - signal->start_ns;
    }

    Machine machine{kBareMetal, R"(faults+={"type":"peer_hang","src":0,"dst":1})"};
    Engine& engine = machine.engine;
    Stream& stream = machine.stream(0);
    char* region;
    Allocation* block;
};

TEST_F(Registered, BulkKernelsPayForItAsForPinnedMemoryThere) {
    auto* pinned = machine.host_bytes(0, kBytes);
    EXPECT_EQ(time_of_fill(region), time_of_fill(pinned));
    EXPECT_EQ(reinterpret_cast<std::uint64_t*>(region)[kBytes / 8 - 1], 77U);
    region[5] = 0;
    fill(region);  // runs every time
    engine.wait_stream(stream);
    EXPECT_EQ(reinterpret_cast<std::uint64_t*>(region)[0], 77U);
}

TEST_F(Registered, AGateThereOpensAndPollsOverTheWayToItsNode) {
    const auto near = nanoseconds_gated();
    engine.host_pages().set_range(region, kBytes, {.mode = MPOL_BIND, .nodes = {1}});
    const auto far = nanoseconds_gated();
    EXPECT_GE(near, 50'000U);
    EXPECT_GT(far, near);  // another link each way, of 100 ns
    EXPECT_LE(far, near + 2000);
}

TEST_F(Registered, StoresIntoAHangingPeerNeverEnd) {
    machine.allow_peers(0, 1);
    fill(machine.gpu_bytes(1, kBytes));
    engine.sleep(kPsPerSecond);
    EXPECT_EQ(stream.completed, 0U);

    auto& other = machine.stream(0);
    auto* signal = reinterpret_cast<Signal*>(machine.gpu_bytes(1, sizeof(Signal)));
    std::uint64_t budget_ns = 1000;
    void* arguments[] = {&signal, &budget_ns};
    engine.submit_kernel(other, kernel("15wait_for_signalEPNS0_6SignalEm"), 0, {}, {}, arguments);
    engine.sleep(kPsPerSecond);
    EXPECT_EQ(other.completed, 0U);
}

}  // namespace
}  // namespace hopbench::sim
