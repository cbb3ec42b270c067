#include "harness/run/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/model/error.hpp"
#include "harness/protocol/samples_reader.hpp"
#include "harness/report/report_writer.hpp"
#include "harness/run/block_runner.hpp"
#include "harness/run/host_facts.hpp"
#include "harness/run/raw_clock.hpp"
#include "harness/run/session_job_runner.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

/// The try of a block that ran to its end, if there is one.
const JournalBlock* ended_try(const JournalContent& journal, int block) {
    for (const auto& candidate : journal.blocks)
        if (candidate.block == block && candidate.ended) return &candidate;
    return nullptr;
}

/// One line per try that was begun and not ended, and per invocation started again.
std::vector<std::string> repeated_blocks(const JournalContent& journal, std::size_t jobs) {
    std::vector<std::string> lines;
    for (const auto& block : journal.blocks) {
        if (!block.ended)
            lines.push_back(fmt::format("block {}, begun {}: ended after {} of {} invocations",
                                        block.block, block.started, block.jobs.size(), jobs));
        for (const auto& retry : block.retries)
            lines.push_back(fmt::format("block {}: {}", block.block, retry));
    }
    return lines;
}

class Session {
  public:
    Session(const SessionSetup& setup, const RunDirectory& directory, const JournalContent& earlier,
            Launcher& launcher, Progress& progress, const std::function<int()>& interrupts)
        : setup_(setup),
          directory_(directory),
          earlier_(earlier),
          progress_(progress),
          interrupts_(interrupts),
          journal_(directory.journal(), earlier),
          session_runner_(setup, directory, launcher, journal_),
          runner_(setup, directory, launcher, journal_),
          assembler_(setup.plan, setup.facts, setup.frame, directory.samples_bin()) {
        for (int block = 0; block < setup.plan.request.blocks; ++block)
            if (ended_try(earlier, block))
                resumed_ += static_cast<int>(setup.plan.jobs_per_block());
        state_.total = static_cast<int>(setup.plan.session_jobs.size() + setup.plan.jobs.size());
        state_.done = resumed_;
    }

    SessionResult run() {
        directory_.create_folders();
        write_machine_file(directory_.machine(), setup_.facts);
        if (!gather_evidence()) return conclude(false);
        for (int block = 0; block < setup_.plan.request.blocks; ++block) {
            if (!replay_block(block) && !measure_block(block)) return conclude(false);
        }
        return conclude(true);
    }

  private:
    [[nodiscard]] std::span<const Job> jobs_of(int block) const {
        const auto count = setup_.plan.jobs_per_block();
        return std::span(setup_.plan.jobs).subspan(static_cast<std::size_t>(block) * count, count);
    }

    /// Runs, or takes over, what is tried before the blocks. False when the user interrupted.
    bool gather_evidence() {
        std::vector<Capability> capabilities;
        std::vector<NcclEvidence> nccl;
        for (const auto& job : setup_.plan.session_jobs) {
            auto result = session_runner_.replay(job, earlier_);
            if (result)
                ++resumed_;
            else
                result = measure_session_job(job);
            if (!result) return false;
            ++state_.done;
            if (job.kind == SessionJob::Kind::capabilities)
                capabilities = capabilities_of(job, *result);
            else
                nccl.push_back(evidence_of(setup_, directory_, job, *result));
        }
        std::vector<Treatment> treatments;
        for (std::size_t i = 0; i < setup_.plan.request.variants.size(); ++i)
            treatments.push_back(judge(i, nccl));
        runner_.exclude(
            Exclusions(capabilities, nccl, static_cast<int>(setup_.plan.request.gpus.size())));
        assembler_.set_evidence(std::move(capabilities), std::move(nccl), treatments);
        return true;
    }

    std::optional<JobResult> measure_session_job(const SessionJob& job) {
        const auto name = name_of(job, setup_.plan.request.variants);
        state_.variant = name;
        update();
        auto result = session_runner_.run(job, interrupts_, [&] { update(); });
        if (result && result->status != Status::ok)
            progress_.say(
                fmt::format("{}: {}: {}", name, to_string(result->status), result->reason));
        return result;
    }

    Treatment judge(std::size_t variant, const std::vector<NcclEvidence>& nccl) {
        auto treatment = judge_variant(setup_, variant, nccl);
        if (!treatment.applied) {
            ++result_.not_applied;
            progress_.say(fmt::format("variant {} is not applied: {}",
                                      setup_.plan.request.variants[variant].name,
                                      treatment.evidence));
        }
        return treatment;
    }

    /// Takes a block that an earlier start has measured; false when its files are not usable.
    bool replay_block(int block) {
        const auto* ended = ended_try(earlier_, block);
        if (!ended) return false;
        std::vector<JobResult> results;
        for (const auto& job : jobs_of(block)) {
            const auto record = std::find_if(
                ended->jobs.begin(), ended->jobs.end(),
                [&](const JournalJob& candidate) { return candidate.ordinal == job.ordinal; });
            if (record == ended->jobs.end()) return false;
            JobResult result{.status = record->status, .reason = record->reason, .content = {}};
            if (record->has_samples) {
                const auto file = files_of(directory_, setup_.plan, job).samples;
                try {
                    result.content = read_samples_file(file);
                } catch (const Error& error) {
                    progress_.say(
                        fmt::format("block {} is measured again: {}", block, error.what()));
                    state_.done -= static_cast<int>(jobs_of(block).size());
                    resumed_ -= static_cast<int>(jobs_of(block).size());
                    return false;
                }
            }
            results.push_back(std::move(result));
        }
        assemble(block, results);
        return true;
    }

    /// False when the user interrupted.
    bool measure_block(int block) {
        journal_.begin_block({.block = block,
                              .started = utc_now(),
                              .boot_id = setup_.facts.boot_id,
                              .jobs = {},
                              .retries = {}});
        const double begun = raw_seconds();
        const auto results = runner_.run(
            jobs_of(block), interrupts_,
            [&](const Job& job, const JobResult& result) { note_end(job, result); },
            [&] { update(); });
        if (!results) return false;
        journal_.end_block(block, raw_seconds() - begun);
        assemble(block, *results);
        return true;
    }

    void assemble(int block, const std::vector<JobResult>& results) {
        const auto jobs = jobs_of(block);
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            assembler_.add(jobs[i], results[i]);
            result_.failed_invocations += results[i].status != Status::ok;
        }
        ++result_.blocks_done;
    }

    void note_end(const Job& job, const JobResult& result) {
        ++state_.done;
        state_.variant = setup_.plan.request.variants[job.variant].name;
        if (result.status != Status::ok)
            progress_.say(fmt::format("block {} position {}, {}: {}: {}", job.block, job.position,
                                      state_.variant, to_string(result.status), result.reason));
    }

    void update() {
        state_.elapsed = raw_seconds() - begun_;
        const int measured = state_.done - resumed_;
        if (measured > 0) state_.left = state_.elapsed * (state_.total - state_.done) / measured;
        progress_.update(state_);
    }

    /// Writes samples.bin, then report.json, then the journal's end: a kill between two of them is
    /// repaired by --resume.
    SessionResult conclude(bool complete) {
        update();
        progress_.finish(state_);
        result_.outcome = complete ? Outcome::complete : Outcome::interrupted;
        if (!complete && result_.blocks_done == 0) return std::move(result_);
        Report report = assembler_.finish(complete);
        report.volatile_part = {
            .started = earlier_.header->started,
            .finished = utc_now(),
            .host = setup_.facts.host,
            .directory = fs::absolute(directory_.root()).lexically_normal().string(),
            .command = setup_.command,
            .wall_seconds = earlier_.wall_seconds + raw_seconds() - begun_,
            .repeated_blocks =
                repeated_blocks(read_journal(directory_.journal()), setup_.plan.jobs_per_block())};
        for (const auto& cell : report.cells)
            for (const Status status : cell.invocations.status) {
                result_.failed_numbers += status != Status::ok;
                result_.faults += status != Status::ok && status != Status::not_supported;
            }
        write_report(directory_.report(), report, Overwrite::yes);
        if (complete) {
            journal_.complete();
            directory_.remove_scratch();
        }
        result_.report = std::move(report);
        return std::move(result_);
    }

    const SessionSetup& setup_;
    const RunDirectory& directory_;
    const JournalContent& earlier_;
    Progress& progress_;
    const std::function<int()>& interrupts_;
    JournalWriter journal_;
    SessionJobRunner session_runner_;
    BlockRunner runner_;
    Assembler assembler_;
    ProgressState state_;
    SessionResult result_;
    int resumed_ = 0;  ///< invocations of an earlier start
    double begun_ = raw_seconds();
};

}  // namespace

SessionResult run_session(const SessionSetup& setup, const RunDirectory& directory,
                          const JournalContent& earlier, Launcher& launcher, Progress& progress,
                          const std::function<int()>& interrupts) {
    if (earlier.complete) {
        directory.remove_scratch();
        SessionResult result;
        result.outcome = Outcome::already_complete;
        result.blocks_done = setup.plan.request.blocks;
        return result;
    }
    return Session(setup, directory, earlier, launcher, progress, interrupts).run();
}

}  // namespace hopbench
