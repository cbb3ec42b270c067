#pragma once
#include <functional>
#include <span>
#include <string>

#include "harness/protocol/plan_file.hpp"
#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Cases to be tried in child processes.
struct IsolatedRequest {
    std::span<const PlannedCase> cases;
    std::uint64_t seed = 1;
    double step_seconds = 20;  ///< longest a case may take, real time
    double all_seconds = 0;    ///< from when on nothing is begun any more; 0: never
};

/// What a bench does for its cases that may hang, crash or take the context with them. This process
/// opens no CUDA before or meanwhile.
struct IsolatedCases {
    /// The machine as a child sees it. Throws Error (exit 4) where it sees none.
    SamplesHeader (*describe)();
    /// Tries every case and hands on each record once. Order: by source, destination, case.
    void (*run)(const IsolatedRequest& request, const std::function<void(CaseRecord&&)>& done);
    /// All records for people.
    std::string (*show)(const SamplesHeader& header, std::span<const CaseRecord> records);
};

}  // namespace hopbench
