// The one simulated machine of this process.
#pragma once

#include <vector>

#include "tests/sim/engine/engine.hpp"

namespace hopbench::sim {

// True when HOPBENCH_SIM_MODEL names a model: this process lives on the simulated machine.
bool is_simulated();

// Built at first use from the environment. A bad model ends the process: one line on stderr,
// exit 2.
Engine& machine();

// The same, and once per process: refuses (exit 4) where the host's clock would stay real or a real
// driver is present, prints the banner, loads the kernel packs. Called by every CUDA function.
Engine& started_machine();

// Positions of the nodes that HOPBENCH_SIM_BIND binds the process to; empty without a binding.
const std::vector<int>& process_binding();

// Marks the calling thread as inside the simulator: its own clock reads are real ones.
class Inside {
  public:
    Inside() { ++depth_; }
    ~Inside() { --depth_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    static bool here() { return depth_ > 0; }

  private:
    static thread_local int depth_;
};

// Ends the process: "hopbench-sim: what" on stderr.
[[noreturn]] void refuse(const char* what, int exit_code);

}  // namespace hopbench::sim
