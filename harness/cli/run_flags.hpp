#pragma once
#include <string>
#include <vector>

#include "harness/run/prepared_run.hpp"

namespace CLI {
class App;
}

namespace hopbench::cli {

/// The options `run` and `plan` share, as read.
struct RunFlags {
    RunOptions options;
    std::vector<std::string> margins;
};

void add_run_flags(CLI::App& command, RunFlags& flags);

/// Checks them and prepares the run: machine, bench, plan.
[[nodiscard]] PreparedRun prepare(RunFlags flags);

}  // namespace hopbench::cli
