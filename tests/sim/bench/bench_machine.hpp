// The machine that the simulator's own benchmarks run on.
#pragma once

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/model/model_reader.hpp"

namespace hopbench::sim {

// One per process: the address windows exist once.
inline Engine& bench_machine() {
    static Engine engine(
        read_model(HOPBENCH_SOURCE_DIR "/tests/machines/baremetal-8x-rtx-pro-6000.json", ""));
    return engine;
}

}  // namespace hopbench::sim
