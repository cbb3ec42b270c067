// Operations that span streams.
#include "tests/sim/engine/collective.hpp"

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

class Meeting : public Collective {
  public:
    Meeting(int participants, std::optional<Picoseconds> lasts)
        : Collective(participants), lasts_(lasts) {}
    std::optional<Picoseconds> duration() override {
        ++starts;
        return lasts_;
    }
    bool apply(Memory&) override {
        ++ends;
        return there;
    }

    int starts = 0;
    int ends = 0;
    bool there = true;

  private:
    std::optional<Picoseconds> lasts_;
};

constexpr Picoseconds kLong = 5'000'000;  // 5 us

TEST(Collectives, StartWhenTheLastStreamHasComeAndEndTogether) {
    Machine machine;
    auto& engine = machine.engine;
    auto* bytes = machine.gpu_bytes(1, 1 << 20);
    auto* more = machine.gpu_bytes(1, 1 << 20);
    auto& first = machine.stream(0);
    auto& second = machine.stream(1);
    const auto meeting = std::make_shared<Meeting>(2, kLong);
    // The second stream is busy with a copy inside its GPU first: 1.3 us and 2 MiB at 1000 GB/s.
    engine.submit_copy(second, more, bytes, 1 << 20);
    engine.submit_collective(first, meeting);
    engine.submit_collective(second, meeting);
    auto& event = engine.create_event(0, true);
    engine.submit_record(first, event);
    engine.wait_stream(first);
    EXPECT_EQ(meeting->starts, 1);
    EXPECT_EQ(meeting->ends, 1);
    const auto busy_until = to_ps(200) + to_ps(1300) + to_ps((2 << 20) / 1000.0);
    EXPECT_NEAR(static_cast<double>(event.stamp),
                static_cast<double>(busy_until + kLong + to_ps(50)), 2000.0);
    EXPECT_EQ(second.completed, second.enqueued);
}

TEST(Collectives, AreReadyAfterTheLaunchDelay) {
    Machine machine;
    auto& engine = machine.engine;
    auto& stream = machine.stream(0);
    const auto meeting = std::make_shared<Meeting>(1, kLong);
    engine.enter_call(-1);
    engine.submit_collective(stream, meeting);
    engine.wait_stream(stream);
    EXPECT_EQ(engine.host_now(), to_ps(100) + to_ps(400) + kLong + to_ps(500));
}

TEST(Collectives, AStreamThatNeverComesIsADeadlock) {
    Machine machine;
    auto& stream = machine.stream(0);
    const auto meeting = std::make_shared<Meeting>(2, kLong);
    machine.engine.submit_collective(stream, meeting);
    EXPECT_THROW(machine.engine.wait_stream(stream), Deadlock);
    EXPECT_EQ(meeting->starts, 0);
}

TEST(Collectives, ACancelledOneIsPassedWithoutEffect) {
    Machine machine;
    auto& engine = machine.engine;
    auto& first = machine.stream(0);
    auto& second = machine.stream(1);
    const auto meeting = std::make_shared<Meeting>(2, std::nullopt);
    engine.submit_collective(first, meeting);
    engine.sleep(to_ps(1000));
    engine.cancel(meeting);
    EXPECT_EQ(first.completed, first.enqueued);
    engine.submit_collective(second, meeting);
    engine.wait_stream(second);
    EXPECT_EQ(meeting->ends, 0);
}

TEST(Collectives, ARunningOneIsNotCancelled) {
    Machine machine;
    auto& engine = machine.engine;
    auto& stream = machine.stream(0);
    const auto meeting = std::make_shared<Meeting>(1, kLong);
    engine.submit_collective(stream, meeting);
    engine.sleep(to_ps(1000));
    engine.cancel(meeting);
    EXPECT_LT(stream.completed, stream.enqueued);
    engine.wait_stream(stream);
    EXPECT_EQ(meeting->ends, 1);
}

TEST(Collectives, MemoryThatIsNotThereIsTheDevicesError) {
    Machine machine;
    auto& stream = machine.stream(0);
    const auto meeting = std::make_shared<Meeting>(1, kLong);
    meeting->there = false;
    machine.engine.submit_collective(stream, meeting);
    machine.engine.wait_stream(stream);
    EXPECT_EQ(machine.engine.failure(), Failure::kIllegalAddress);
}

TEST(Collectives, AreOperationsOfTheirDevice) {
    Machine machine(kBareMetal, "faults+={\"type\":\"device_lost\",\"after_ops\":0,\"device\":1}");
    auto& first = machine.stream(0);
    auto& second = machine.stream(1);
    const auto meeting = std::make_shared<Meeting>(2, kLong);
    machine.engine.submit_collective(first, meeting);
    machine.engine.submit_collective(second, meeting);
    machine.engine.wait_stream(first);
    EXPECT_EQ(machine.engine.failure(), Failure::kDeviceLost);
    EXPECT_EQ(meeting->ends, 0);
}

}  // namespace
}  // namespace hopbench::sim
