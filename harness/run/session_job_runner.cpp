#include "harness/run/session_job_runner.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include "harness/model/error.hpp"
#include "harness/protocol/samples_reader.hpp"
#include "harness/protocol/samples_writer.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/host_facts.hpp"
#include "harness/run/job_files.hpp"
#include "harness/run/sync_path.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

/// Statuses after which another process may go on with other cases.
bool may_go_on(Status status) {
    return status == Status::hung || status == Status::crashed;
}

CaseRecord failed_record(const CaseName& name, Status status, std::string reason) {
    return {.name = name,
            .direction = {},
            .engine = {},
            .status = status,
            .reason = std::move(reason),
            .verification = {.status = "unverified", .note = {}},
            .placement = {.where = "none"},
            .notes = {},
            .series = {}};
}

/// What several processes have found together.
class Collected {
  public:
    explicit Collected(std::vector<PlannedCase> cases) : remaining_(std::move(cases)) {}

    [[nodiscard]] const std::vector<PlannedCase>& remaining() const noexcept { return remaining_; }
    [[nodiscard]] std::optional<SamplesHeader> header() const { return header_; }
    [[nodiscard]] const std::vector<CaseRecord>& records() const noexcept { return records_; }
    [[nodiscard]] bool goes_on() const noexcept { return goes_on_; }

    void add(JobResult& result) {
        const std::size_t before = records_.size();
        if (result.content) {
            if (!header_) header_ = result.content->header;
            for (auto& record : result.content->cases) take(std::move(record));
        }
        const bool progress = records_.size() > before;
        if (result.status == Status::ok || remaining_.empty()) {
            goes_on_ = false;
            return;
        }
        spoil(remaining_.front().name, result);
        // Two processes that died without a case: it is not the case.
        goes_on_ = may_go_on(result.status) && !remaining_.empty() && (progress || progress_);
        progress_ = progress;
        if (!goes_on_ && may_go_on(result.status)) give_up();
    }

  private:
    void take(CaseRecord record) {
        std::erase_if(remaining_, [&](const PlannedCase& one) { return one.name == record.name; });
        records_.push_back(std::move(record));
    }

    /// The case the process was in, and what was to follow for the same GPUs.
    void spoil(const CaseName& culprit, const JobResult& result) {
        std::vector<CaseName> after;
        for (const auto& one : remaining_)
            if (one.name.src == culprit.src && one.name.dst == culprit.dst && one.name != culprit)
                after.push_back(one.name);
        take(failed_record(culprit, result.status, result.reason));
        for (const auto& name : after)
            take(failed_record(
                name, Status::refused,
                fmt::format("not tried: {}/{} of this pair ended its process "
                            "({})",
                            culprit.family, culprit.method, to_string(result.status))));
    }

    void give_up() {
        for (const auto& one : std::vector(remaining_))
            take(failed_record(one.name, Status::refused,
                               "not tried: two processes in a row ended in their first case"));
    }

    std::vector<PlannedCase> remaining_;
    std::optional<SamplesHeader> header_;
    std::vector<CaseRecord> records_;
    bool goes_on_ = true, progress_ = true;
};

void write_records(const fs::path& file, const SamplesHeader& header,
                   const std::vector<CaseRecord>& records) {
    SamplesWriter writer(file, header);
    for (const auto& record : records) writer.append(record);
    writer.finish();
}

}  // namespace

LaunchRequest SessionJobRunner::request_of(const SessionJob& job, const SessionFiles& files) const {
    LaunchRequest request{.argv = {(setup_.bench_directory / job.executable).string(), "--plan",
                                   files.plan.string(), "--samples", files.samples.string()},
                          .environment = setup_.environments[job.variant],
                          .out = files.out,
                          .err = files.err,
                          .deadline_seconds = setup_.session_deadline_seconds};
    add_invocation_variables(
        request.environment, setup_.plan.request.seeds,
        {.block = session_block, .position = job.index, .start_seconds = job.start_seconds},
        setup_.facts.simulated());
    if (job.kind == SessionJob::Kind::nccl_evidence)
        add_nccl_variables(request.environment,
                           nccl_files(directory_, setup_.plan.request.variants[job.variant]));
    return request;
}

std::optional<LaunchEnd> SessionJobRunner::wait_for(int id, const std::function<int()>& interrupts,
                                                    const std::function<void()>& tick) {
    int heeded = 0;
    for (;;) {
        if (const int now = interrupts(); now > heeded) {
            launcher_.stop_all(now > 1);
            heeded = now;
        }
        for (const auto& end : launcher_.wait(heeded > 0 ? 0.1 : 1.0))
            if (end.id == id) return heeded > 0 ? std::nullopt : std::optional(end);
        tick();
    }
}

std::optional<JobResult> SessionJobRunner::launch(const SessionJob& job, const SessionFiles& files,
                                                  const std::vector<PlannedCase>& cases,
                                                  const std::function<int()>& interrupts,
                                                  const std::function<void()>& tick) {
    std::error_code ignored;
    fs::remove(files.samples, ignored);
    keep_earlier(files.out);
    keep_earlier(files.err);
    write_plan_file(files.plan,
                    {.executable = job.executable,
                     .seed = invocation_seed(setup_.plan.request.seeds, session_block, job.index),
                     .deadline_seconds = setup_.session_deadline_seconds,
                     .requested_binding = "none",
                     .gpus = setup_.plan.request.gpus,
                     .cases = cases});
    if (job.kind == SessionJob::Kind::nccl_evidence) {
        const auto folder =
            nccl_files(directory_, setup_.plan.request.variants[job.variant]).folder;
        fs::remove_all(folder, ignored);  // NCCL appends to its log
        fs::create_directories(folder, ignored);
    }
    const auto request = request_of(job, files);
    auto end = wait_for(launcher_.start(request), interrupts, tick);
    // Somebody else killed it, most likely for memory: that says nothing about the case.
    if (end && end->kind == EndKind::signalled && end->code == SIGKILL)
        end = wait_for(launcher_.start(request), interrupts, tick);
    if (!end) return std::nullopt;
    auto result = judge_end(*end, request, files.samples, files.log);
    refuse_other_devices(result, setup_.facts.probe.devices, setup_.plan.request.gpus);
    remove_if_empty(files.out);
    remove_if_empty(files.err);
    fs::remove(files.plan, ignored);
    return result;
}

std::optional<JobResult> SessionJobRunner::run(const SessionJob& job,
                                               const std::function<int()>& interrupts,
                                               const std::function<void()>& tick) {
    const auto files = files_of(directory_, setup_.plan, job);
    JournalSessionJob line{.name = name_of(job, setup_.plan.request.variants),
                           .started = utc_now(),
                           .boot_id = setup_.facts.boot_id,
                           .reason = {}};
    journal_.begin_session_job(line);
    JobResult whole{.reason = {}, .content = {}};
    Collected collected(job.cases);
    while (collected.goes_on()) {
        auto result = launch(job, files, collected.remaining(), interrupts, tick);
        if (!result) return std::nullopt;
        collected.add(*result);
        if (whole.status == Status::ok) {
            whole.status = result->status;
            whole.reason = result->reason;
        }
        whole.wall_seconds += result->wall_seconds;
    }
    if (collected.header()) {
        write_records(files.samples, *collected.header(), collected.records());
        sync_path(files.samples);
        whole.content = SamplesContent{
            .header = *collected.header(), .cases = collected.records(), .complete = true};
    }
    line.status = whole.status;
    line.reason = whole.reason;
    line.has_samples = whole.content.has_value();
    line.wall_seconds = whole.wall_seconds;
    journal_.end_session_job(line);
    return whole;
}

std::optional<JobResult> SessionJobRunner::replay(const SessionJob& job,
                                                  const JournalContent& earlier) const {
    const auto name = name_of(job, setup_.plan.request.variants);
    const JournalSessionJob* last = nullptr;
    for (const auto& one : earlier.session_jobs)
        if (one.name == name) last = &one;
    if (!last) return std::nullopt;
    if (!last->ended) {
        if (setup_.facts.simulated() || last->boot_id == setup_.facts.boot_id) return std::nullopt;
        return JobResult{.status = Status::crashed_host,
                         .reason = "the machine went down while it was tried; not tried again",
                         .content = {}};
    }
    JobResult result{.status = last->status, .reason = last->reason, .content = {}};
    if (!last->has_samples) return result;
    try {
        result.content = read_samples_file(files_of(directory_, setup_.plan, job).samples);
    } catch (const Error&) {
        return std::nullopt;
    }
    return result;
}

}  // namespace hopbench
