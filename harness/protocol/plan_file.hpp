#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/model/case_name.hpp"

namespace hopbench {

/// One cell a bench child is to measure.
struct PlannedCase {
    CaseName name;
    int warmup = 0;   ///< repetitions that are not recorded
    int samples = 0;  ///< recorded repetitions, ≥ 1
};

/// hopbench.plan/1: what one invocation of one bench executable measures, in this order.
struct InvocationPlan {
    std::string executable;       ///< "hopbench-latency"
    std::uint64_t seed = 0;       ///< of patterns and of the random verified sample
    double deadline_seconds = 0;  ///< wall time the child may take; 0: none
    std::string requested_binding = "none";
    /// Devices under test, ascending; `ranks:N` takes the first N of them; empty: all.
    std::vector<int> gpus = {};
    std::vector<PlannedCase> cases;
};

/// Writes the plan. Throws Error (exit 2) when the file cannot be written.
void write_plan_file(const std::filesystem::path& file, const InvocationPlan& plan);

/// Reads and checks a plan. Throws Error (exit 2) naming file, field and remedy.
[[nodiscard]] InvocationPlan read_plan_file(const std::filesystem::path& file);

}  // namespace hopbench
