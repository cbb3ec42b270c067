#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

/// Directory of the running executable. Throws Error (exit 2) when the kernel does not say.
[[nodiscard]] std::filesystem::path executable_directory();

/// The folder that has all these bench executables: hopbench's own, else HOPBENCH_BENCH_DIR. Throws
/// Error (exit 4) naming those that are missing.
[[nodiscard]] std::filesystem::path locate_benches(const std::vector<std::string>& names,
                                                   const Environment& environment,
                                                   const std::filesystem::path& beside);

/// Any bench executable: all answer --probe alike. Throws Error (exit 4).
[[nodiscard]] std::filesystem::path locate_any_bench(const Environment& environment,
                                                     const std::filesystem::path& beside);

/// hopbench-sim-prepare of the simulated stack: in HOPBENCH_SIM_DIR, else in ../lib/sim.
/// Throws Error (exit 4).
[[nodiscard]] std::filesystem::path locate_simulation(const Environment& environment,
                                                      const std::filesystem::path& beside);

}  // namespace hopbench
