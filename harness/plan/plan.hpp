#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/binding/policy.hpp"
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
    std::vector<BindingPolicy> bindings{BindingPolicy{}};  ///< each once
    BindingFacts numa = {};                                ///< nodes, and where the GPUs are
    int blocks = 10;
    SeedSource seeds;
};

/// Cases that belong together: those of a pair, of a GPU or of a set of ranks. A block draws the
/// order of the groups, never the order within one.
struct CaseGroup {
    /// Whose nodes the bindings follow: the source, else the destination; all ranks of a
    /// collective.
    std::vector<int> leads;
    std::vector<PlannedCase> cases;
};

/// All cases of one bench executable under one binding.
struct ExecutablePlan {
    std::string name;
    std::string binding = "none";  ///< policy as requested
    ResolvedBinding bound_to = {};
    std::vector<CaseGroup> groups;
    double seconds = 0;            ///< of one invocation on hardware, estimated
    double simulated_seconds = 0;  ///< of one invocation on the simulated stack

    [[nodiscard]] std::size_t case_count() const noexcept;
    /// "hopbench-p2p", "hopbench-p2p-gpu-local@1": tells the plan's entries apart, also in file
    /// names.
    [[nodiscard]] std::string label() const;
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

/// An invocation before the blocks, once a run: evidence, no numbers. It runs unbound.
struct SessionJob {
    enum class Kind {
        capabilities,   ///< what every ordered pair can do, on the baseline
        nccl_evidence,  ///< what NCCL makes of the topology under a variant
    };
    Kind kind = Kind::capabilities;
    int index = 0;  ///< place among them
    std::string executable;
    std::size_t variant = 0;  ///< index into PlanRequest::variants
    std::vector<PlannedCase> cases;
    double start_seconds = 0;
    double seconds = 0, simulated_seconds = 0;  ///< estimated
};

/// "capabilities", "nccl-topo-xml": in messages, the journal and file names.
[[nodiscard]] std::string name_of(const SessionJob& job, const std::vector<Variant>& variants);

struct Plan {
    PlanRequest request;
    std::vector<SessionJob> session_jobs;
    std::vector<ExecutablePlan> executables;
    std::vector<Job> jobs;           ///< by block, executable, position
    std::vector<std::string> notes;  ///< what was left out, and why
    std::string sha256;              ///< of canonical_text

    [[nodiscard]] std::size_t jobs_per_block() const noexcept {
        return jobs.size() / static_cast<std::size_t>(request.blocks);
    }
};

/// Expands variants × bindings × cases into jobs. Throws Error: exit 2 when no case matches or a
/// number is out of range, exit 4 when the machine has too few GPUs or lacks a binding's node.
[[nodiscard]] Plan make_plan(PlanRequest request);

/// Cases of the job in the order in which its block measures them.
[[nodiscard]] std::vector<PlannedCase> cases_of(const Plan& plan, const Job& job);

/// Executables that the plan starts, each once.
[[nodiscard]] std::vector<std::string> executables_of(const Plan& plan);

/// The plan as text in which equal plans are equal: everything that decides what is measured.
[[nodiscard]] std::string canonical_text(const Plan& plan);

/// Wall seconds of the whole run with `parallel` invocations at a time.
[[nodiscard]] double estimated_seconds(const Plan& plan, bool simulated, int parallel);

}  // namespace hopbench
