#include "tests/sim/engine/kernel_registry.hpp"
#include "tests/unit/sim/sim_fixture.hpp"
#include "tests/unit/sim/test_kernels.hpp"

namespace hopbench::sim {
namespace {

using sim_test::Signal;

const KernelDefinition& kernel(const std::string& name, const std::string& parameters) {
    const auto* found = find_kernel("_ZN8hopbench8sim_test" + std::to_string(name.size()) + name +
                                    "E" + parameters);
    EXPECT_NE(found, nullptr) << name;
    return *found;
}

class Gate : public testing::Test {
  protected:
    Machine machine;
    Engine& engine = machine.engine;
    Stream& stream = machine.stream(0);
    Signal* signal = reinterpret_cast<Signal*>(machine.host_bytes(0, sizeof(Signal)));

    void close(std::uint64_t budget_ns) {
        *signal = {};
        void* arguments[] = {&signal, &budget_ns};
        engine.submit_kernel(stream, kernel("wait_for_signal", "PNS0_6SignalEm"), 0, {}, {},
                             arguments);
    }
};

TEST_F(Gate, OpensWhenTheHostWritesTheFlag) {
    close(1'000'000);
    engine.enter_call(-1);
    engine.sleep(50'000'000);
    EXPECT_EQ(signal->ended, 0U);
    signal->open = 1;
    engine.enter_call(-1);
    engine.wait_stream(stream);
    EXPECT_EQ(signal->ended, 1U);
    // Parked in between: it has not gone through thousands of rounds.
    EXPECT_LE(signal->rounds, 3U);
    // The host wrote at 50.1 µs; a round of two loads is 600 ns.
    EXPECT_GE(signal->end_ns, 50'100U);
    EXPECT_LE(signal->end_ns, 50'100U + 2 * 600 + 300);
}

TEST_F(Gate, TimesOutAfterItsBudget) {
    close(20'000);
    engine.wait_stream(stream);
    EXPECT_EQ(signal->ended, 2U);
    EXPECT_NEAR(static_cast<double>(signal->end_ns - signal->start_ns), 20'000, 1'000);
}

TEST_F(Gate, HoldsBackWhatIsBehindIt) {
    auto* bytes = machine.gpu_bytes(0, 8);
    close(1'000'000);
    engine.submit_fill(stream, bytes, 1, 8);
    engine.sleep(100'000'000);
    EXPECT_EQ(bytes[0], 0);
    signal->open = 1;
    engine.wait_stream(stream);
    EXPECT_EQ(bytes[0], 1);
}

TEST_F(Gate, ACopyOfAnotherStreamCanOpenIt) {
    auto* one = machine.gpu_bytes(1, 64);
    auto& other = machine.stream(1);
    engine.submit_fill(other, one, 1, 4);
    engine.wait_stream(other);
    close(1'000'000'000);
    engine.submit_copy(other, &signal->open, one, 4);
    engine.wait_stream(stream);
    EXPECT_EQ(signal->ended, 1U);
}

TEST(EndlessKernel, IsADeadlockForWhoWaits) {
    Machine machine(kBareMetal,
                    "links.*.latency_ns=1000000");  // slow polls: few of them fit into the patience
    auto& stream = machine.stream(0);
    const auto* word = reinterpret_cast<const std::uint32_t*>(machine.host_bytes(0, 4));
    void* arguments[] = {&word};
    machine.engine.submit_kernel(stream, kernel("spin_for_ever", "PKj"), 0, {}, {}, arguments);
    const std::lock_guard lock(machine.engine.mutex());
    EXPECT_THROW(machine.engine.wait_stream(stream), Deadlock);
}

TEST_F(Gate, EnqueueReturnsBehindIt) {
    close(1'000'000'000);
    auto* zero = machine.gpu_bytes(0, 64);
    auto* one = machine.gpu_bytes(1, 64);
    const auto before = engine.host_now();
    engine.submit_copy(stream, one, zero, 64);
    EXPECT_EQ(engine.host_now(), before);
}

TEST(BlockingEnqueue, GivesUpAfterFiftyMilliseconds) {
    Machine machine(kBareMetal, R"(faults+={"type":"enqueue_blocks_behind_gate"})");
    auto& stream = machine.stream(0);
    auto* signal = reinterpret_cast<Signal*>(machine.host_bytes(0, sizeof(Signal)));
    *signal = {};
    std::uint64_t budget_ns = 1'000'000'000;
    void* arguments[] = {&signal, &budget_ns};
    machine.engine.submit_kernel(stream, kernel("wait_for_signal", "PNS0_6SignalEm"), 0, {}, {},
                                 arguments);
    machine.engine.submit_copy(stream, machine.gpu_bytes(1, 64), machine.gpu_bytes(0, 64), 64);
    EXPECT_EQ(machine.engine.host_now(), 50'000'000'000);
}

class Bulk : public testing::Test {
  protected:
    Machine machine;
    Engine& engine = machine.engine;
    Stream& stream = machine.stream(0);

    void fill(char* to, std::uint64_t words) {
        auto* target = reinterpret_cast<std::uint64_t*>(to);
        std::uint64_t value = 77;
        void* arguments[] = {&target, &value};
        engine.submit_kernel(stream, kernel("fill_words", "Pmm"), 0,
                             {static_cast<std::uint32_t>(words / 64), 1, 1}, {64, 1, 1}, arguments);
    }
};

TEST_F(Bulk, LastsAsLongAsItsBytes) {
    auto* bytes = machine.gpu_bytes(0, 1 << 20);
    fill(bytes, (1 << 20) / 8);
    engine.wait_stream(stream);
    EXPECT_EQ(reinterpret_cast<std::uint64_t*>(bytes)[(1 << 20) / 8 - 1], 77U);
    // launch 400, store latency 75, 1 MiB at 1000 GB/s, wake 500
    EXPECT_EQ(engine.host_now(), to_ps(400 + 75 + (1 << 20) / 1000.0 + 500));
}

TEST_F(Bulk, CrossesTheLinksToAPeer) {
    machine.allow_peers(0, 1);
    fill(machine.gpu_bytes(1, 1 << 20), (1 << 20) / 8);
    engine.wait_stream(stream);
    EXPECT_EQ(engine.host_now(), to_ps(400 + 200 + (1 << 20) / 50.0 + 500));
}

TEST_F(Bulk, WritesAreSeenByLaterCopies) {
    auto* zero = machine.gpu_bytes(0, 4096);
    auto* one = machine.gpu_bytes(1, 4096);
    engine.submit_fill(stream, zero, 1, 4096);
    engine.submit_copy(stream, one, zero, 4096);
    fill(zero, 512);
    engine.submit_copy(stream, one, zero, 4096);
    engine.wait_stream(stream);
    EXPECT_EQ(reinterpret_cast<std::uint64_t*>(one)[511], 77U);
}

TEST_F(Bulk, APeerThatWasNotEnabledIsAnIllegalAddress) {
    fill(machine.gpu_bytes(1, 4096), 512);
    engine.wait_stream(stream);
    EXPECT_EQ(engine.failure(), Failure::kIllegalAddress);
}

TEST_F(Bulk, FreedMemoryIsAnIllegalAddress) {
    auto* block = engine.memory().allocate(0, 4096, false);
    auto* base = block->base;
    engine.memory().release(*block);
    fill(base, 512);
    engine.wait_stream(stream);
    EXPECT_EQ(engine.failure(), Failure::kIllegalAddress);
}

TEST_F(Bulk, BarriersHoldTheBlockTogether) {
    auto* from = machine.gpu_bytes(0, 256 * 4);
    auto* sums = machine.gpu_bytes(0, 4 * 4);
    for (std::uint32_t i = 0; i < 256; ++i) reinterpret_cast<std::uint32_t*>(from)[i] = i;
    auto* numbers = reinterpret_cast<const std::uint32_t*>(from);
    auto* result = reinterpret_cast<std::uint32_t*>(sums);
    void* arguments[] = {&numbers, &result};
    engine.submit_kernel(stream, kernel("sum_by_block", "PKjPj"), 0, {4, 1, 1}, {64, 1, 1},
                         arguments);
    engine.wait_stream(stream);
    for (std::uint32_t block = 0; block < 4; ++block)
        EXPECT_EQ(result[block], 64 * 64 * block + 63 * 64 / 2);
}

}  // namespace
}  // namespace hopbench::sim
