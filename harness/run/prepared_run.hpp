#pragma once
#include <filesystem>
#include <string>

#include "harness/run/run_directory.hpp"
#include "harness/run/run_options.hpp"
#include "harness/run/session.hpp"
#include "harness/run/simulated_machine.hpp"

namespace hopbench {

/// A run that is known to be possible; nothing has been written yet.
struct PreparedRun {
    SessionSetup setup;
    std::optional<SimulationRequest> simulation;  ///< of the baseline; none on hardware
    Environment own;                              ///< hopbench's own variables

    /// "SIMULATED machine NAME: 8 × …" or "this machine: 8 × …".
    [[nodiscard]] std::string machine_name() const;
};

/// Who hopbench is, and where.
struct Program {
    std::string version;
    std::string command;  ///< as typed
    std::filesystem::path directory;
};

/// Resolves variants, validates the model with every variant's assignments, asks the bench for the
/// machine's devices and plans. Throws Error: exit 2 for options and models, exit 4 for a machine,
/// bench or simulated stack that is not there.
[[nodiscard]] PreparedRun prepare_run(const RunOptions& options, const Program& program);

/// Lays out a scratch root per variant below DIR/sim-root. On hardware nothing is to be done.
void lay_out_roots(PreparedRun& run, const RunDirectory& directory);

}  // namespace hopbench
