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

/// Adds what belongs to one job: padding, and under simulation seeds and start time.
void add_job_variables(Environment& environment, const Plan& plan, const Job& job, bool simulated);

/// Was the variant in effect, and how is that known?
[[nodiscard]] Treatment treatment_of(const Variant& variant, bool simulated);

}  // namespace hopbench
