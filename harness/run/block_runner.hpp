#pragma once
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/run/exclusions.hpp"
#include "harness/run/session.hpp"

namespace hopbench {

/// Names of one job's files.
struct JobFiles {
    std::filesystem::path plan, samples, out, err;
    std::string log;  ///< of err, relative to the run's directory
};
[[nodiscard]] JobFiles files_of(const RunDirectory& directory, const Plan& plan, const Job& job);

/// Runs the jobs of one block, up to `parallel` at a time.
class BlockRunner {
  public:
    using JobDone = std::function<void(const Job&, const JobResult&)>;

    BlockRunner(const SessionSetup& setup, const RunDirectory& directory, Launcher& launcher,
                JournalWriter& journal)
        : setup_(setup), directory_(directory), launcher_(launcher), journal_(journal) {}

    /// Cases that are not to be measured; none at first.
    void exclude(Exclusions exclusions) { exclusions_ = std::move(exclusions); }

    /// Results in the order of `jobs`; nullopt when the user interrupted, all children ended.
    /// `done` is called as each one ends, `tick` about once a second.
    [[nodiscard]] std::optional<std::vector<JobResult>> run(std::span<const Job> jobs,
                                                            const std::function<int()>& interrupts,
                                                            const JobDone& done,
                                                            const std::function<void()>& tick);

  private:
    struct Active {
        std::size_t index;  ///< into the block's jobs
        LaunchRequest request;
        JobFiles files;
    };
    /// Jobs and results of the block under way.
    struct Round {
        std::span<const Job> jobs;
        std::vector<std::size_t> pending;  ///< last one next
        std::map<int, Active> active;      ///< by launch id
        std::vector<JobResult> results;
        std::vector<int> tries;
    };

    void start_pending(Round& round, const JobDone& done);
    void start(Round& round, std::size_t index, std::vector<PlannedCase> cases);
    void record(Round& round, std::size_t index, JobResult result, const JobDone& done);
    void finish_job(Round& round, const LaunchEnd& end, const JobDone& done);
    void give_up_pending(Round& round, const JobDone& done);
    void stop_children(Round& round, const std::function<int()>& interrupts);
    [[nodiscard]] LaunchRequest request_of(const Job& job, const JobFiles& files) const;

    const SessionSetup& setup_;
    const RunDirectory& directory_;
    Launcher& launcher_;
    JournalWriter& journal_;
    Exclusions exclusions_;
    bool wedged_ = false;  ///< a child could not be ended: its GPUs are not to be touched again
};

}  // namespace hopbench
