#pragma once
#include "harness/model/report.hpp"
#include "harness/plan/plan.hpp"

namespace hopbench {

/// The variables of this process.
[[nodiscard]] Environment own_environment();

/// What the report records: NCCL_*, CUDA_* and HOPBENCH_*, without what differs from run to run or
/// from machine to machine without meaning (paths, seeds, padding) and without HOPBENCH_SIM_SET,
/// which has a place of its own.
[[nodiscard]] Environment recorded_environment(const Environment& environment);

/// Variables of all jobs of a variant: hopbench's own, the variant's, the simulated stack's.
/// The stack's LD_PRELOAD and LD_LIBRARY_PATH come before the variant's.
[[nodiscard]] Environment variant_environment(const Environment& own, const Variant& variant,
                                              const Environment& simulation);

/// What the simulated stack is told of one invocation.
struct SimulatedInvocation {
    int block = 0, position = 0;  ///< as the seeds take them
    double start_seconds = 0;
    ResolvedBinding bound_to = {};
};

/// Adds what belongs to one invocation: padding, and under simulation seeds, start time and
/// binding.
void add_invocation_variables(Environment& environment, const SeedSource& seeds,
                              const SimulatedInvocation& invocation, bool simulated);

/// HOPBENCH_SIM_BIND: "none" or "nodes:0,1".
[[nodiscard]] std::string simulated_binding(const ResolvedBinding& binding);

/// Block of the seeds of what runs before the blocks; its position is the job's index.
inline constexpr int session_block = -1;

/// Was the variant in effect, as far as that is known before anything has run?
[[nodiscard]] Treatment treatment_of(const Variant& variant, bool simulated);

}  // namespace hopbench
