#pragma once
#include <string>
#include <vector>

#include "bench/common/case_definition.hpp"
#include "harness/protocol/samples_writer.hpp"

namespace hopbench {

/// Runs cases one after the other and records each. A failed case is a status, never the end of the
/// run; after a sticky device error the remaining cases are recorded as crashed, untried.
class CaseRunner {
  public:
    /// `gpus`: devices under test, ascending; empty: all. `writer` may be null: then only Google
    /// Benchmark reports.
    CaseRunner(Machine& machine, std::uint64_t seed, std::vector<int> gpus, SamplesWriter* writer);

    /// Prepares every device the cases use. Failures stay for the cases to meet and record.
    void prepare(std::span<const PlannedCase> cases);

    /// The body of one Google Benchmark. Throws Error (exit 2) when the samples can't be written.
    void run(benchmark::State& state, const PlannedCase& planned, const CaseDefinition& definition);

  private:
    void measure(CaseContext& context, const CaseDefinition& definition);

    Machine& machine_;
    std::uint64_t seed_;
    std::vector<int> gpus_;
    SamplesWriter* writer_;
    std::string lost_;  ///< why the context is lost; empty while it is not
};

}  // namespace hopbench
