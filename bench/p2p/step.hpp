#pragma once
#include <optional>
#include <span>
#include <utility>

#include "bench/common/machine.hpp"
#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Peer access of the pair that is being tried; of one pair at a time, as a device takes only so
/// many peers.
class PeerSession {
  public:
    /// Both ways, whatever the driver says it can. Nothing where this pair has it. Throws
    /// CudaError.
    void enable(int src, int dst);

  private:
    std::pair<int, int> pair_{-1, -1};
    std::optional<PeerAccess> access_;
};

/// What a capability step works with.
struct StepContext {
    Machine& machine;
    PeerSession& peers;
    std::uint64_t seed;
    int src, dst;
    CaseRecord& record;
};

/// A capability step: it fills in notes, verification and, where it is not `ok`, status and reason;
/// it throws CudaError for a call that failed.
struct StepDefinition {
    const char* method;
    const char* engine;
    bool needs_enable;  ///< tried only where `enable` was ok
    void (*run)(StepContext&);
};

/// In the order they are tried.
[[nodiscard]] std::span<const StepDefinition> step_definitions() noexcept;

/// The step's place in step_definitions(); nullopt when the case is no step.
[[nodiscard]] std::optional<std::size_t> step_index(const CaseName& name) noexcept;

/// A record of the step with nothing found yet.
[[nodiscard]] CaseRecord step_record(const CaseName& name);

/// Tries the step in this process; `lost` is set when the process can do no more on its devices.
[[nodiscard]] CaseRecord try_step(Machine& machine, PeerSession& peers, std::uint64_t seed,
                                  const CaseName& name, bool& lost);

void try_attributes(StepContext& context);
void try_enable(StepContext& context);
void try_ce_push(StepContext& context);
void try_sm_store(StepContext& context);

}  // namespace hopbench
