#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/report.hpp"
#include "harness/plan/seeds.hpp"
#include "harness/plan/suite.hpp"
#include "harness/protocol/plan_file.hpp"

namespace hopbench {

/// What is to be planned; everything is resolved already.
struct PlanRequest {
    Suite suite = Suite::quick;
    std::string cases = "*";   ///< glob over case names
    std::vector<int> gpus;     ///< indices to measure, ascending
    std::vector<Gpu> machine;  ///< all GPUs of the machine
    std::vector<Variant> variants;
    int blocks = 10;
    SeedSource seeds;
};

/// All cases of one bench executable, grouped by pair.
struct ExecutablePlan {
    std::string name;
    std::vector<std::vector<PlannedCase>> pairs;
    double seconds = 0;            ///< of one invocation on hardware, estimated
    double simulated_seconds = 0;  ///< of one invocation on the simulated stack

    [[nodiscard]] std::size_t case_count() const noexcept;
};

/// One invocation of one executable.
struct Job {
    int ordinal = 0;  ///< place in the run
    int block = 0;
    int position = 0;            ///< place in the block's order of this executable
    std::size_t executable = 0;  ///< index into Plan::executables
    std::size_t variant = 0;     ///< index into Plan::variants
    double start_seconds = 0;    ///< planned start on the hardware clock, whole seconds
};

struct Plan {
    PlanRequest request;
    std::vector<ExecutablePlan> executables;
    std::vector<Job> jobs;  ///< by block, executable, position
    std::string sha256;     ///< of canonical_text

    [[nodiscard]] std::size_t jobs_per_block() const noexcept {
        return jobs.size() / static_cast<std::size_t>(request.blocks);
    }
};

/// Expands variants × cases into jobs. Throws Error: exit 2 when no case matches or a number is out
/// of range, exit 4 when the machine has too few GPUs.
[[nodiscard]] Plan make_plan(PlanRequest request);

/// Cases of the job in the order in which its block measures them.
[[nodiscard]] std::vector<PlannedCase> cases_of(const Plan& plan, const Job& job);

/// The plan as text in which equal plans are equal: everything that decides what is measured.
[[nodiscard]] std::string canonical_text(const Plan& plan);

/// Wall seconds of the whole run with `parallel` invocations at a time.
[[nodiscard]] double estimated_seconds(const Plan& plan, bool simulated, int parallel);

}  // namespace hopbench
