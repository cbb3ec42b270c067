#pragma once
#include <filesystem>
#include <string>

#include "harness/model/report.hpp"

namespace hopbench {

/// Directory of the running executable. Throws Error (exit 2) when the kernel does not say.
[[nodiscard]] std::filesystem::path executable_directory();

/// A bench executable: beside hopbench, else in HOPBENCH_BENCH_DIR. Throws Error (exit 4).
[[nodiscard]] std::filesystem::path locate_bench(const std::string& name,
                                                 const Environment& environment,
                                                 const std::filesystem::path& beside);

/// hopbench-sim-prepare of the simulated stack: in HOPBENCH_SIM_DIR, else in ../lib/sim.
/// Throws Error (exit 4).
[[nodiscard]] std::filesystem::path locate_simulation(const Environment& environment,
                                                      const std::filesystem::path& beside);

}  // namespace hopbench
