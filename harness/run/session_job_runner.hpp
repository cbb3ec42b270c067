#pragma once
#include <functional>
#include <optional>
#include <string>

#include "harness/run/job_result.hpp"
#include "harness/run/session.hpp"
#include "harness/run/session_evidence.hpp"

namespace hopbench {

/// Runs the invocations before the blocks, one at a time. One that hangs or crashes has spoiled the
/// case it was in: what comes after it for the same GPUs is not tried, the rest goes on in another
/// process.
class SessionJobRunner {
  public:
    SessionJobRunner(const SessionSetup& setup, const RunDirectory& directory, Launcher& launcher,
                     JournalWriter& journal)
        : setup_(setup), directory_(directory), launcher_(launcher), journal_(journal) {}

    /// The result of an earlier start; nullopt: it is to be run. On hardware one that was begun
    /// under another boot and never ended took the machine down and is not tried again.
    [[nodiscard]] std::optional<JobResult> replay(const SessionJob& job,
                                                  const JournalContent& earlier) const;

    /// nullopt when the user interrupted. `tick` is called about once a second.
    [[nodiscard]] std::optional<JobResult> run(const SessionJob& job,
                                               const std::function<int()>& interrupts,
                                               const std::function<void()>& tick);

  private:
    [[nodiscard]] LaunchRequest request_of(const SessionJob& job, const SessionFiles& files) const;
    [[nodiscard]] std::optional<JobResult> launch(const SessionJob& job, const SessionFiles& files,
                                                  const std::vector<PlannedCase>& cases,
                                                  const std::function<int()>& interrupts,
                                                  const std::function<void()>& tick);
    [[nodiscard]] std::optional<LaunchEnd> wait_for(int id, const std::function<int()>& interrupts,
                                                    const std::function<void()>& tick);

    const SessionSetup& setup_;
    const RunDirectory& directory_;
    Launcher& launcher_;
    JournalWriter& journal_;
};

}  // namespace hopbench
