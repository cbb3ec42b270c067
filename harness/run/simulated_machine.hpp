#pragma once
#include <filesystem>
#include <string>

#include "harness/model/report.hpp"
#include "harness/plan/pair_class.hpp"

namespace hopbench {

/// A machine model as the simulated stack understands it.
struct SimulatedMachine {
    ModelIdentity model;
    std::string gpu_model;
    Topology topology;        ///< true nodes and links
    Environment environment;  ///< what puts the simulated stack under a child
};

/// What hopbench-sim-prepare is asked.
struct SimulationRequest {
    std::filesystem::path program;  ///< hopbench-sim-prepare
    std::filesystem::path model;
    std::string sim_set;              ///< HOPBENCH_SIM_SET, complete
    std::filesystem::path root;       ///< where to lay out the scratch root; empty: only validate
    bool beside_real_driver = false;  ///< --simulate-anyway
};

/// Validates model and assignments, lays out the root. Throws Error with the tool's own exit code
/// (2: model or assignment, 4: a real driver is present) and line.
[[nodiscard]] SimulatedMachine prepare_simulation(const SimulationRequest& request,
                                                  const Environment& environment);

/// Reads the JSON of hopbench-sim-prepare.
[[nodiscard]] SimulatedMachine parse_simulation(const std::string& text);

}  // namespace hopbench
