// Every planted bug changes a time that programs can measure; without one the planted engine is the
// engine.
#include <cstdlib>
#include <vector>

#include "tests/sim/model/runtime_names.hpp"
#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

constexpr int kBugs = 16;

// A machine on which no two parts are alike.
const std::string kUneven =
    "scale.bandwidth=0.8;scale.cross_numa_latency=1.5;numa_nodes.0.memory_gbps=11;numa_nodes.1."
    "memory_gbps=13;"
    "links.8.gbps=17;copy.staged_gbps=19;links.4.latency_ns=160;timing.event_quantum_ns=7;"
    "api_ns.cudaMemcpyPeerAsync=333";

// Host and event times of copies of every kind.
std::vector<Picoseconds> measured(int bug) {
    setenv("HOPBENCH_SIM_PLANT", std::to_string(bug).c_str(), 1);
    Machine machine(kBareMetal, kUneven);
    auto& engine = machine.engine;
    auto& stream = machine.stream(0);
    constexpr std::size_t kBytes = 100'000;
    char* bytes[] = {machine.gpu_bytes(0, kBytes), machine.gpu_bytes(1, kBytes),
                     machine.gpu_bytes(4, kBytes)};
    std::vector<Picoseconds> times;
    auto& begin = engine.create_event(0, true);
    auto& end = engine.create_event(0, true);
    const auto copies = [&](char* dst, const char* src, std::size_t count) {
        for (const int repeats : {1, 3}) {
            engine.submit_record(stream, begin);
            for (int i = 0; i < repeats; ++i) engine.submit_copy(stream, dst, src, count);
            engine.submit_record(stream, end);
            engine.wait_event(end);
            times.push_back(end.stamp - begin.stamp);
            times.push_back(engine.host_now());
        }
    };
    for (const bool peers : {false, true}) {
        if (peers) {
            machine.allow_peers(0, 1);
            machine.allow_peers(0, 4);
        }
        copies(bytes[1], bytes[0], kBytes);
        copies(bytes[2], bytes[0], kBytes);
        copies(bytes[0], bytes[2], kBytes);
        copies(bytes[0], bytes[0] + kBytes / 2, kBytes / 2);
    }
    // Both directions of a link at once.
    engine.submit_copy(stream, bytes[1], bytes[0], kBytes);
    engine.submit_copy(machine.stream(0), bytes[0], bytes[1], kBytes);
    engine.wait_device(0);
    times.push_back(engine.host_now());
    engine.enter_call(runtime_function_index("cudaMemcpyPeerAsync"));
    engine.submit_copy(stream, bytes[1], bytes[0], 4);
    engine.wait_stream(stream);
    times.push_back(engine.host_now());
    return times;
}

TEST(Planted, NoBugNoDifferenceAndEveryBugOne) {
    const auto sound = measured(0);
    EXPECT_EQ(sound, measured(0));
    for (int bug = 1; bug <= kBugs; ++bug) EXPECT_NE(sound, measured(bug)) << "bug " << bug;
}

}  // namespace
}  // namespace hopbench::sim
