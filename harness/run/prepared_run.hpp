#pragma once
#include <filesystem>
#include <string>

#include "harness/run/run_options.hpp"
#include "harness/run/session.hpp"
#include "harness/run/simulated_machine.hpp"

namespace hopbench {

/// A run that is known to be possible; nothing has been written yet.
struct PreparedRun {
    SessionSetup setup;
    std::optional<SimulationRequest> simulation;  ///< of the baseline; none on hardware
    Environment own;                              ///< hopbench's own variables
    std::filesystem::path user_topology;          ///< --topo; empty: generated
    int lanes = 1;                                ///< invocations that really run at a time

    /// "SIMULATED machine NAME: 8 × …" or "this machine: 8 × …".
    [[nodiscard]] std::string machine_name() const;
};

/// Who hopbench is, and where.
struct Program {
    std::string version;
    std::string command;  ///< as typed
    std::filesystem::path directory;
};

/// What is asked of the simulated stack for a variant: the baseline's request and its assignments.
[[nodiscard]] SimulationRequest request_for(const SimulationRequest& base, const Variant& variant);

/// Resolves variants, validates the model with every variant's assignments, asks the bench for the
/// machine's devices and plans. Throws Error: exit 2 for options and models, exit 4 for a machine,
/// bench or simulated stack that is not there.
[[nodiscard]] PreparedRun prepare_run(const RunOptions& options, const Program& program);

}  // namespace hopbench
