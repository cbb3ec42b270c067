#pragma once
#include <benchmark/benchmark.h>

#include <cstdint>
#include <span>

#include "bench/common/machine.hpp"
#include "harness/protocol/plan_file.hpp"
#include "harness/protocol/samples.hpp"

namespace hopbench {

/// What the function of a case works with.
struct CaseContext {
    Machine& machine;
    const PlannedCase& planned;
    std::uint64_t seed;       ///< of patterns and of the sample drawn for verification
    bool verify;              ///< false only where the bench's own cost is measured
    benchmark::State& state;  ///< one iteration is one sample
    CaseRecord& record;       ///< to be filled in
    /// Devices under test, ascending: `ranks:N` takes the first N of them.
    std::span<const int> gpus = {};
};

/// What the name of a case has to say, and so which values its cells are made of.
struct CaseAxes {
    bool src = true;
    bool dst = true;
    bool ranks = false;
    bool bytes = true;
    bool node = false;  ///< may be named: where it is not, pages lie where the policy puts them
    bool unordered = false;  ///< both ways at once: only src < dst
};

/// A case: data and one function. The function throws what fails (CudaError, Error); status and
/// reason of a failure are its caller's to record.
struct CaseDefinition {
    const char* family;
    const char* method;
    int version;          ///< raised when numbers before and after a change can't be compared
    int default_warmup;   ///< repetitions not recorded, when run without a plan
    int default_samples;  ///< recorded repetitions, likewise
    const char* summary;  ///< one line of --help
    void (*run)(CaseContext&);
    CaseAxes axes = {};
    /// Tried in a child process (BenchProgram::isolated), never in this one; `run` is null.
    bool isolated = false;
};

/// An explicit list: self-registering objects in a static library would be dropped by the linker.
using Catalogue = std::span<const CaseDefinition>;

/// nullptr when the catalogue has no such case.
[[nodiscard]] inline const CaseDefinition* find_case(Catalogue catalogue, const CaseName& name) {
    for (const auto& definition : catalogue)
        if (name.family == definition.family && name.method == definition.method)
            return &definition;
    return nullptr;
}

}  // namespace hopbench
