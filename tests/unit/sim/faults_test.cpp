#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

class FaultyMachine : public Machine {
  public:
    explicit FaultyMachine(const std::string& fault) : Machine(kBareMetal, "faults+=" + fault) {
        allow_peers(0, 1);
        engine.submit_fill(stream_, zero, 0x11, 4096);
        engine.submit_fill(stream_, one, 0x22, 4096);
        engine.wait_stream(stream_);
    }
    void copy(char* dst, const char* src) {
        engine.submit_copy(stream_, dst, src, 4096);
        engine.wait_stream(stream_);
    }
    static int differing(const char* bytes, char expected) {
        int count = 0;
        for (int i = 0; i < 4096; ++i) count += bytes[i] != expected ? 1 : 0;
        return count;
    }
    char* zero = gpu_bytes(0, 4096);
    char* one = gpu_bytes(1, 4096);

  private:
    Stream& stream_ = stream(0);
};

TEST(Faults, CorruptionIsSeenInEveryCopyOfThePair) {
    FaultyMachine machine(R"({"type":"peer_corrupt","src":0,"dst":1})");
    for (int i = 0; i < 3; ++i) {
        machine.copy(machine.one, machine.zero);
        EXPECT_EQ(FaultyMachine::differing(machine.one, 0x11), 1);
    }
    machine.copy(machine.zero, machine.one);
    EXPECT_EQ(FaultyMachine::differing(machine.zero, 0x11),
              1);  // the other direction only carries it back
}

TEST(Faults, CorruptionOfTheNthCopyOnly) {
    FaultyMachine machine(R"({"type":"peer_corrupt","src":0,"dst":1,"nth":2})");
    machine.copy(machine.one, machine.zero);
    EXPECT_EQ(FaultyMachine::differing(machine.one, 0x11), 0);
    machine.copy(machine.one, machine.zero);  // identical, and would be skipped
    EXPECT_EQ(FaultyMachine::differing(machine.one, 0x11), 1);
    machine.copy(machine.one, machine.zero);
    EXPECT_EQ(FaultyMachine::differing(machine.one, 0x11), 0);
}

TEST(Faults, AMirrorShowsTheWriterWhatTheOwnerNeverGets) {
    FaultyMachine machine(R"({"type":"mirror","src":0,"dst":1})");
    machine.copy(machine.one, machine.zero);
    EXPECT_EQ(FaultyMachine::differing(machine.one, 0x22), 0);  // the owner's bytes
    auto* back = machine.gpu_bytes(0, 4096);
    machine.copy(back, machine.one);
    EXPECT_EQ(FaultyMachine::differing(back, 0x11), 0);  // read through the writer
    auto* other = machine.gpu_bytes(2, 4096);
    machine.copy(other, machine.one);
    EXPECT_EQ(FaultyMachine::differing(other, 0x22), 0);
}

TEST(Faults, AllocationsFailByCount) {
    Faults faults(
        read_model(kBareMetal, R"(faults+={"type":"malloc_fail","nth":2,"device":3})").faults);
    EXPECT_FALSE(faults.malloc_fails(3));
    EXPECT_FALSE(faults.malloc_fails(1));
    EXPECT_TRUE(faults.malloc_fails(3));
    EXPECT_FALSE(faults.malloc_fails(3));
}

TEST(Faults, PeerAccessFailsForItsPair) {
    const Faults faults(
        read_model(kBareMetal, R"(faults+={"type":"peer_enable_fail","src":0,"dst":1})").faults);
    EXPECT_TRUE(faults.peer_enable_fails(0, 1));
    EXPECT_FALSE(faults.peer_enable_fails(1, 0));
}

TEST(Faults, ADirectCopyOfAHangingPairNeverEnds) {
    FaultyMachine machine(R"({"type":"peer_hang","src":0,"dst":1})");
    machine.copy(machine.zero, machine.one);  // the other direction does
    auto& stuck = machine.stream(0);
    machine.engine.submit_copy(stuck, machine.one, machine.zero, 4096);
    machine.engine.sleep(kPsPerSecond);
    EXPECT_EQ(stuck.completed, 0U);
    machine.engine.set_peer(0, 1, false);
    machine.engine.set_peer(1, 0, false);
    auto& staged = machine.stream(0);
    machine.engine.submit_copy(staged, machine.one, machine.zero, 4096);
    machine.engine.wait_stream(staged);  // through host memory it gets there
    EXPECT_EQ(FaultyMachine::differing(machine.one, 0x22), 0);
}

TEST(Faults, OfCollectivesStrikeBySizeAndRank) {
    const Faults faults(read_model(kBareMetal,
                                   R"(faults=[{"type":"nccl_init_fail","nranks":8},)"
                                   R"({"type":"nccl_hang"},{"type":"nccl_corrupt","rank":2}])")
                            .faults);
    EXPECT_TRUE(faults.nccl_init_fails(8));
    EXPECT_FALSE(faults.nccl_init_fails(4));
    EXPECT_TRUE(faults.nccl_hangs(2));
    EXPECT_TRUE(faults.nccl_corrupts(2));
    EXPECT_FALSE(faults.nccl_corrupts(0));
}

TEST(Faults, ALostDeviceEndsEverythingSubmitted) {
    FaultyMachine machine(R"({"type":"device_lost","after_ops":3})");
    EXPECT_EQ(machine.engine.failure(), Failure::kNone);
    machine.copy(machine.one, machine.zero);
    EXPECT_EQ(machine.engine.failure(), Failure::kNone);
    machine.copy(machine.one, machine.zero);
    EXPECT_EQ(machine.engine.failure(), Failure::kDeviceLost);
    EXPECT_EQ(machine.engine.streams().back()->completed,
              machine.engine.streams().back()->enqueued);
}

}  // namespace
}  // namespace hopbench::sim
