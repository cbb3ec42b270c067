#pragma once
#include <cstdint>
#include <functional>

#include "bench/common/case_definition.hpp"
#include "bench/common/recorder.hpp"
#include "bench/common/slope_sampler.hpp"
#include "bench/common/verifier.hpp"

namespace hopbench {

/// A case whose samples are slopes between windows of K and 2K operations.
struct SlopeCase {
    SeriesDefinition series;
    /// Bytes an operation moves, over all directions, where a sample is a bandwidth: bytes / slope.
    /// 0: a sample is the slope itself, seconds an operation.
    double bytes_each = 0;
    WindowPlan plan;
    std::uint64_t written = 0;  ///< bytes one sample writes: decides which samples are verified
};

/// The series `bandwidth` of operations that move `bytes` in each of `directions` directions.
/// Throws Error (exit 2) where they move nothing.
[[nodiscard]] SlopeCase bandwidth_case(std::uint64_t bytes, int directions, const WindowPlan& plan);

/// Measures planned.warmup + planned.samples slopes, gated for as long as that is possible; on the
/// change to ungated ones the samples taken before are measured again. Verifies by schedule and
/// publishes the notes window_ops, pilot_op_s, gated, gate_retries and gate_intercept_s. Throws
/// what `measure` and the verifier throw; Error when no slope is positive where a bandwidth is
/// wanted.
void run_slope_case(CaseContext& context, const SlopeCase& definition,
                    std::function<Slope(Gating)> measure, Verifier& verifier);

/// The same for operations on one timing device; those of `definition.plan` are reserved.
void run_slope_case(CaseContext& context, const SlopeCase& definition, Operations& operations,
                    Verifier& verifier);

}  // namespace hopbench
