#include "tests/sim/engine/kernel_memo.hpp"

#include <random>
#include <vector>

#include "tests/sim/engine/kernel_registry.hpp"
#include "tests/sim/engine/kernel_runs.hpp"
#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

constexpr std::size_t kWords = std::size_t{1} << 17U;  // of 8 bytes: 1 MiB
constexpr std::size_t kBytes = 8 * kWords;
constexpr std::uint32_t kThreads = 256;

const KernelDefinition& kernel(const std::string& mangled) {
    const auto* found = find_kernel("_ZN8hopbench8sim_test" + mangled);
    EXPECT_NE(found, nullptr) << mangled;
    return *found;
}

class Memo : public testing::Test {
  protected:
    explicit Memo(const std::string& assignments = "") : machine(kBareMetal, assignments) {
        machine.allow_peers(0, 1);
    }
    // The kernel over all words; how long it took.
    Picoseconds launch(const std::string& mangled, void** arguments, int device = 0) {
        auto& stream = device == 0 ? on_zero : on_one;
        const auto before = engine.host_now();
        engine.submit_kernel(stream, kernel(mangled), device, {kWords / kThreads, 1, 1},
                             {kThreads, 1, 1}, arguments);
        engine.wait_stream(stream);
        EXPECT_EQ(engine.failure(), Failure::kNone);
        return engine.host_now() - before;
    }
    Picoseconds fill(std::uint64_t* to, std::uint64_t value) {
        void* arguments[] = {&to, &value};
        return launch("10fill_wordsEPmm", arguments);
    }
    Picoseconds add_one(std::uint64_t* to, const std::uint64_t* from) {
        void* arguments[] = {&to, &from};
        return launch("7add_oneEPmPKm", arguments);
    }
    Picoseconds count(const std::uint64_t* from, std::uint64_t value, int device = 1) {
        void* arguments[] = {&from, &value, &verdict};
        return launch("12count_othersEPKmmPm", arguments, device);
    }
    void copy(void* to, const void* from, std::size_t bytes = kBytes) {
        engine.submit_copy(on_zero, to, from, bytes);
        engine.wait_stream(on_zero);
    }
    std::uint64_t runs() { return engine.kernels().bulk_runs(); }
    std::uint64_t* words(int gpu) {
        return reinterpret_cast<std::uint64_t*>(machine.gpu_bytes(gpu, kBytes));
    }

    Machine machine;
    Engine& engine = machine.engine;
    Stream& on_zero = machine.stream(0);
    Stream& on_one = machine.stream(1);
    std::uint64_t* source = words(0);
    std::uint64_t* middle = words(0);
    std::uint64_t* target = words(1);
    std::uint64_t* verdict = reinterpret_cast<std::uint64_t*>(machine.gpu_bytes(1, 8));
};

TEST_F(Memo, AnIdenticalCheckIsChargedWithoutRunning) {
    fill(source, 7);
    copy(target, source);
    const auto took = count(target, 7);
    const auto before = runs();
    engine.submit_fill(on_zero, target, 0xa5, kBytes);  // poison, and the same copy again
    copy(target, source);
    EXPECT_EQ(count(target, 7), took);
    EXPECT_EQ(runs(), before);
    EXPECT_EQ(*verdict, 0U);
}

TEST_F(Memo, OtherArgumentsOrContentsRunAgain) {
    fill(source, 7);
    copy(target, source);
    count(target, 7);
    const auto before = runs();
    count(target, 8);
    EXPECT_EQ(*verdict, kWords);
    fill(source, 8);
    copy(target, source);
    count(target, 7);
    EXPECT_EQ(*verdict, 2 * kWords);
    EXPECT_EQ(runs(), before + 3);
}

TEST_F(Memo, ACheckThatFoundSomethingCountsItEveryTime) {
    fill(source, 7);
    copy(target, source);
    for (int i = 0; i < 3; ++i) count(target, 8);
    EXPECT_EQ(*verdict, 3 * kWords);
}

TEST_F(Memo, PoisonThatStaysIsSeen) {
    fill(source, 7);
    copy(target, source);
    count(target, 7);
    engine.submit_fill(on_zero, target, 0xa5, kBytes);
    copy(target, source, kBytes / 2);
    count(target, 7);
    EXPECT_EQ(*verdict, kWords / 2);
}

TEST_F(Memo, AWriterRunsAgainOnlyWhereItsResultIsGone) {
    fill(source, 7);
    const auto took = add_one(target, source);
    const auto before = runs();
    EXPECT_EQ(add_one(target, source), took);
    EXPECT_EQ(runs(), before);
    engine.submit_fill(on_zero, target, 0, kBytes);
    engine.wait_stream(on_zero);
    add_one(target, source);
    EXPECT_EQ(runs(), before + 1);
    EXPECT_EQ(target[kWords - 1], 8U);
}

TEST_F(Memo, AKernelThatReadsWhatItWritesRunsEveryTime) {
    fill(source, 7);
    for (int i = 0; i < 3; ++i) add_one(source, source);
    EXPECT_EQ(source[5], 10U);
}

TEST_F(Memo, WhatDependsOnTheTimeRunsEveryTime) {
    std::uint64_t* to = source;
    void* arguments[] = {&to};
    const auto tell = [&] {
        engine.submit_kernel(on_zero, kernel("9tell_timeEPm"), 0, {}, {}, arguments);
        engine.wait_stream(on_zero);
        return *source;
    };
    const auto first = tell();
    EXPECT_GT(tell(), first);
}

TEST_F(Memo, WhatTheProgramWritesIsRead) {
    auto* host = reinterpret_cast<std::uint64_t*>(machine.host_bytes(0, kBytes));
    std::fill(host, host + kWords, 3);
    copy(target, host);
    count(target, 3);
    host[77] = 4;
    copy(target, host);
    count(target, 3);
    EXPECT_EQ(*verdict, 1U);
    count(host, 3);  // by the kernel itself, from the host's memory
    EXPECT_EQ(*verdict, 2U);
    host[78] = 4;
    count(host, 3);
    EXPECT_EQ(*verdict, 4U);
}

class CorruptingMemo : public Memo {
  protected:
    CorruptingMemo() : Memo(R"(faults+={"type":"peer_corrupt","src":0,"dst":1,"nth":3})") {}
};

TEST_F(CorruptingMemo, AnInjectedErrorIsFoundInTheCopyThatHasIt) {
    fill(source, 7);
    std::vector<std::uint64_t> found;
    for (int i = 0; i < 5; ++i) {
        engine.submit_fill(on_zero, target, 0xa5, kBytes);
        copy(target, source);
        count(target, 7);
        found.push_back(*verdict);
    }
    EXPECT_EQ(found, (std::vector<std::uint64_t>{0, 0, 1, 1, 1}));
}

// Random launches, copies, fills and stores against the same steps on plain vectors.
class RandomLaunches : public Memo, public testing::WithParamInterface<unsigned> {};

TEST_P(RandomLaunches, LeaveTheBytesOfAMemoryThatAlwaysRunsThem) {
    std::mt19937_64 draws(GetParam());
    const auto below = [&draws](std::size_t limit) { return draws() % limit; };
    std::vector<std::uint64_t*> places{
        source, middle, target, reinterpret_cast<std::uint64_t*>(machine.host_bytes(0, kBytes))};
    std::vector<std::vector<std::uint64_t>> expected(places.size(),
                                                     std::vector<std::uint64_t>(kWords));
    constexpr std::size_t kHost = 3;
    std::uint64_t others = 0;
    for (int step = 0; step < 150; ++step) {
        const auto to = below(places.size());
        const auto from = below(places.size());
        switch (below(7)) {
            case 0:
                fill(places[to], to);
                std::fill(expected[to].begin(), expected[to].end(), to);
                break;
            case 1:
                add_one(places[to], places[from]);
                for (std::size_t i = 0; i < kWords; ++i) expected[to][i] = expected[from][i] + 1;
                break;
            case 2:
            case 3: {
                count(places[from], 2);
                for (const auto word : expected[from]) others += word != 2 ? 1 : 0;
                break;
            }
            case 4:
            case 5: {
                const auto words = below(4) == 0 ? kWords / 2 : kWords;
                copy(places[to], places[from], 8 * words);
                std::copy_n(expected[from].begin(), words, expected[to].begin());
                break;
            }
            default: {
                const auto i = below(kWords);
                places[kHost][i] = expected[kHost][i] = below(3);
            }
        }
    }
    EXPECT_EQ(*verdict, others);
    for (std::size_t i = 0; i < places.size(); ++i)
        EXPECT_EQ(std::memcmp(places[i], expected[i].data(), kBytes), 0) << i;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLaunches, testing::Range(1U, 16U));

}  // namespace
}  // namespace hopbench::sim
