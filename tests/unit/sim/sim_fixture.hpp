// Models and a machine for the simulator's tests. One engine at a time: the address windows exist
// once per process.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/model/model_error.hpp"
#include "tests/sim/model/model_reader.hpp"

namespace hopbench::sim {

inline const std::string kVirtualMachine =
    HOPBENCH_SOURCE_DIR "/tests/machines/proxmox-vm-8x-rtx-pro-6000.json";
inline const std::string kBareMetal =
    HOPBENCH_SOURCE_DIR "/tests/machines/baremetal-8x-rtx-pro-6000.json";

// Round numbers on top of a bundled model, so expectations can be written down.
inline const std::string kRound =
    "api_ns={\"default\":100};copy.engine_startup_ns=1000;copy.staged_startup_ns=10000;copy.submit_"
    "ns=200;"
    "copy.kernel_launch_ns=400;copy.wake_ns=500;timing.event_quantum_ns=0;timing.gate_intercept_ns="
    "50;"
    "timing.clock_read_ns=10;links.*.gbps=50;links.*.latency_ns=100;copy.staged_gbps=25;"
    "gpus.*.memory_gbps=1000;gpus.*.memory_latency_ns=300;numa_nodes.*.memory_gbps=400";

inline std::string file_text(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// What the reader says against a model; empty when it accepts it.
inline std::string complaint(const std::string& file, const std::string& assignments) {
    try {
        read_model(file, assignments);
    } catch (const ModelError& error) {
        return error.what();
    }
    return {};
}

class Machine {
  public:
    explicit Machine(const std::string& file = kBareMetal, const std::string& assignments = "",
                     const InvocationSeeds& seeds = {})
        : engine(read_model(file, kRound + ";" + assignments), seeds) {}

    char* gpu_bytes(int gpu, std::size_t bytes) {
        return engine.memory().allocate(gpu, bytes, false)->base;
    }
    char* host_bytes(int node, std::size_t bytes) {
        return engine.memory().allocate(kGpuWindows + node, bytes, true)->base;
    }
    Stream& stream(int gpu) { return engine.create_stream(gpu, false); }
    void allow_peers(int a, int b) {
        engine.set_peer(a, b, true);
        engine.set_peer(b, a, true);
    }
    // ns that the host spends on one call, its work and waiting for it.
    double timed_copy(Stream& stream, void* dst, const void* src, std::size_t bytes) {
        const auto before = engine.host_now();
        engine.enter_call(-1);
        engine.submit_copy(stream, dst, src, bytes);
        engine.enter_call(-1);
        engine.wait_stream(stream);
        return static_cast<double>(engine.host_now() - before) / 1000.0;
    }

    Engine engine;
};

}  // namespace hopbench::sim
