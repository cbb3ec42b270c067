// Time of calls, copies, events and waits. Round numbers: sim_fixture.hpp.
#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

constexpr double kCall = 100;
constexpr double kSubmit = 200;
constexpr double kWake = 500;

TEST(Engine, CallsAndClockReadsCostHostTime) {
    Machine machine(kBareMetal, "");
    machine.engine.enter_call(-1);
    EXPECT_EQ(machine.engine.host_now(), 100'000);
    EXPECT_EQ(machine.engine.read_clock(), 110'000);
    machine.engine.sleep(5'000);
    EXPECT_EQ(machine.engine.host_now(), 115'000);
    machine.engine.sleep(-5);
    EXPECT_EQ(machine.engine.host_now(), 115'000);
}

TEST(Engine, PeerCopyDirectStagedAndLocal) {
    Machine machine;
    auto* a = machine.gpu_bytes(0, 100'000);
    auto* b = machine.gpu_bytes(1, 100'000);
    auto* c = machine.gpu_bytes(4, 100'000);
    auto& stream = machine.stream(0);
    const double around = kCall + kSubmit + kWake;
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, b, a, 100'000), around + 10'200 + 100'000 / 25.0);
    machine.engine.set_peer(1, 0, true);  // enabled in either direction
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, b, a, 100'000), around + 1'200 + 100'000 / 50.0);
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, c, a, 100'000), around + 10'300 + 100'000 / 25.0);
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, a + 50'000, a, 50'000),
                     around + 1'300 + 50'000 / 500.0);
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, b, a, 0), around + 1'200);
}

TEST(Engine, GrantedButNotDelivered) {
    Machine machine(kBareMetal, "p2p.delivers=false");
    machine.allow_peers(0, 1);
    auto& stream = machine.stream(0);
    EXPECT_DOUBLE_EQ(
        machine.timed_copy(stream, machine.gpu_bytes(1, 8), machine.gpu_bytes(0, 8), 0),
        kCall + kSubmit + kWake + 10'200);
}

TEST(Engine, HostCopiesGoWhereThePageLies) {
    Machine machine(kBareMetal, "links.8.gbps=10");
    auto* gpu = machine.gpu_bytes(0, 100'000);
    auto* near = machine.host_bytes(0, 100'000);
    auto* far = machine.host_bytes(1, 100'000);
    std::vector<char> pageable(100'000);
    auto& stream = machine.stream(0);
    const double around = kCall + kSubmit + kWake;
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, gpu, near, 100'000),
                     around + 1'100 + 100'000 / 50.0);
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, far, gpu, 100'000),
                     around + 1'200 + 100'000 / 10.0);
    EXPECT_DOUBLE_EQ(machine.timed_copy(stream, gpu, pageable.data(), 100'000),
                     around + 1'100 + 100'000 / 25.0);
}

TEST(Engine, WaitingForWhatIsDoneCostsTheCallOnly) {
    Machine machine;
    auto& stream = machine.stream(0);
    machine.engine.submit_fill(stream, machine.gpu_bytes(0, 8), 1, 8);
    machine.engine.sleep(10'000'000);
    const auto before = machine.engine.host_now();
    machine.engine.enter_call(-1);
    machine.engine.wait_stream(stream);
    EXPECT_EQ(machine.engine.host_now() - before, 100'000);
}

TEST(Engine, EventsStampTheEndOfTheirRecord) {
    Machine machine(kBareMetal, "timing.event_quantum_ns=70");
    auto& engine = machine.engine;
    auto& stream = machine.stream(0);
    auto& first = engine.create_event(0, true);
    auto& second = engine.create_event(0, true);
    engine.submit_record(stream, first);
    engine.submit_fill(stream, machine.gpu_bytes(0, 1000), 1, 1000);
    engine.submit_record(stream, second);
    EXPECT_FALSE(second.done());
    engine.wait_event(second);
    // The first ends at 50, the fill at 50 → submit 200 + 1000 + 1, the second 50 later; both
    // rounded down to 70.
    EXPECT_EQ(first.stamp, 0);
    EXPECT_EQ(second.stamp, 1251 / 70 * 70 * 1000);
    EXPECT_EQ(engine.host_now(), (1251 + 500) * 1000);
}

TEST(Engine, WaitsOrderStreams) {
    Machine machine;
    auto& engine = machine.engine;
    auto& first = machine.stream(0);
    auto& second = machine.stream(1);
    auto& mark = engine.create_event(0, false);
    engine.submit_fill(first, machine.gpu_bytes(0, 100'000), 1, 100'000);
    engine.submit_record(first, mark);
    engine.submit_wait(second, mark);
    engine.submit_fill(second, machine.gpu_bytes(1, 8), 1, 0);
    engine.wait_stream(second);
    EXPECT_EQ(engine.device_now(), engine.host_now());
    // 200 + 1000 + 100 for the first fill; the second one starts then.
    EXPECT_EQ(engine.host_now(), (1300 + 1000 + 500) * 1000);
}

TEST(Engine, TheDefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
    Machine machine;
    auto& engine = machine.engine;
    auto& blocking = engine.create_stream(0, true);
    auto& standard = engine.default_stream(0);
    auto& independent = machine.stream(0);
    auto* bytes = machine.gpu_bytes(0, 8);
    engine.submit_fill(blocking, bytes, 1, 0);
    engine.submit_fill(standard, bytes, 1, 0);
    engine.submit_fill(blocking, bytes, 1, 0);
    engine.submit_fill(independent, bytes, 1, 0);
    engine.wait_stream(independent);
    EXPECT_EQ(blocking.completed, 1U);
    EXPECT_EQ(standard.completed, 0U);
    engine.wait_device(0);
    EXPECT_EQ(engine.host_now(), (200 + 3 * 1000 + 500) * 1000);
}

TEST(Engine, CopiesThatMeetShareTheLink) {
    Machine machine;
    machine.allow_peers(0, 1);
    machine.allow_peers(0, 2);
    auto& engine = machine.engine;
    auto* from = machine.gpu_bytes(0, 100'000);
    auto& a = machine.stream(0);
    auto& b = machine.stream(0);
    engine.submit_copy(a, machine.gpu_bytes(1, 100'000), from, 100'000);
    engine.submit_copy(b, machine.gpu_bytes(2, 100'000), from, 100'000);
    engine.wait_device(0);
    EXPECT_EQ(engine.host_now(), (200 + 1200 + 4000 + 500) * 1000);
}

TEST(Engine, OppositeDirectionsDoNotShare) {
    Machine machine;
    machine.allow_peers(0, 1);
    auto& engine = machine.engine;
    auto* zero = machine.gpu_bytes(0, 100'000);
    auto* one = machine.gpu_bytes(1, 100'000);
    engine.submit_copy(machine.stream(0), one, zero, 50'000);
    engine.submit_copy(machine.stream(0), zero + 50'000, one + 50'000, 50'000);
    engine.wait_device(0);
    EXPECT_EQ(engine.host_now(), (200 + 1200 + 1000 + 500) * 1000);
}

TEST(Engine, CopiesMoveTheBytes) {
    Machine machine;
    auto* zero = machine.gpu_bytes(0, 64);
    auto* one = machine.gpu_bytes(1, 64);
    auto& stream = machine.stream(0);
    machine.engine.submit_fill(stream, zero, 0x5a, 64);
    machine.engine.submit_copy(stream, one, zero, 64);
    machine.engine.wait_stream(stream);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(one[i], 0x5a);
}

TEST(Engine, UseAfterFreeIsAStickyIllegalAddress) {
    Machine machine;
    auto& stream = machine.stream(0);
    auto* block = machine.engine.memory().allocate(0, 64, false);
    machine.engine.submit_fill(stream, block->base, 1, 64);
    machine.engine.memory().release(*block);
    machine.engine.wait_stream(stream);
    EXPECT_EQ(machine.engine.failure(), Failure::kIllegalAddress);
    EXPECT_EQ(stream.completed, stream.enqueued);
}

TEST(Engine, WaitingForAnEventThatNothingRecordsIsADeadlock) {
    Machine machine;
    auto& engine = machine.engine;
    auto& first = machine.stream(0);
    auto& second = machine.stream(0);
    // Each stream waits for the other: the second record was submitted before the wait it depends
    // on ended.
    auto& never = engine.create_event(0, false);
    auto& also_never = engine.create_event(0, false);
    never.records = also_never.records = 1;
    never.stream = &second;
    never.sequence = 1;
    also_never.stream = &first;
    also_never.sequence = 1;
    engine.submit_wait(first, never);
    engine.submit_wait(second, also_never);
    const std::lock_guard lock(engine.mutex());
    EXPECT_THROW(engine.wait_stream(first), Deadlock);
}

}  // namespace
}  // namespace hopbench::sim
