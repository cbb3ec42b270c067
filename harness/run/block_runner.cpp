#include "harness/run/block_runner.hpp"

#include <fmt/format.h>
#include <signal.h>

#include "harness/model/error.hpp"
#include "harness/plan/seeds.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/job_files.hpp"
#include "harness/run/sync_path.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

JournalJob journal_job(const Plan& plan, const Job& job, const JobResult& result) {
    return {.ordinal = job.ordinal,
            .block = job.block,
            .position = job.position,
            .variant = plan.request.variants[job.variant].name,
            .status = result.status,
            .reason = result.reason,
            .has_samples = result.content.has_value(),
            .wall_seconds = result.wall_seconds};
}

}  // namespace

JobFiles files_of(const RunDirectory& directory, const Plan& plan, const Job& job) {
    const auto executable = plan.executables[job.executable].label();
    const auto name = fmt::format("b{:03}-p{:02}-{}-{}", job.block, job.position, executable,
                                  plan.request.variants[job.variant].name);
    return {.plan = directory.work() / (name + ".plan.json"),
            .samples = directory.work() / (name + ".samples.jsonl"),
            .out = directory.logs() / (name + ".out"),
            .err = directory.logs() / (name + ".err"),
            .log = "logs/" + name + ".err"};
}

LaunchRequest BlockRunner::request_of(const Job& job, const JobFiles& files) const {
    const auto& executable = setup_.plan.executables[job.executable];
    LaunchRequest request{.argv = {(setup_.bench_directory / executable.name).string(), "--plan",
                                   files.plan.string(), "--samples", files.samples.string()},
                          .environment = setup_.environments[job.variant],
                          .out = files.out,
                          .err = files.err,
                          .deadline_seconds = setup_.deadline_seconds};
    // The simulated machine's nodes are not this one's: its stack answers as if it were bound.
    if (!setup_.facts.simulated()) request.binding = executable.bound_to;
    add_invocation_variables(request.environment, setup_.plan.request.seeds,
                             {.block = job.block,
                              .position = job.position,
                              .start_seconds = job.start_seconds,
                              .bound_to = executable.bound_to},
                             setup_.facts.simulated());
    return request;
}

void BlockRunner::start_pending(Round& round, const JobDone& done) {
    while (!round.pending.empty() && !wedged_ &&
           round.active.size() < static_cast<std::size_t>(setup_.parallel)) {
        const auto index = round.pending.back();
        round.pending.pop_back();
        const auto& job = round.jobs[index];
        auto cases = exclusions_.without_excluded(cases_of(setup_.plan, job),
                                                  setup_.plan.request.variants[job.variant].name);
        if (!cases.empty()) {
            start(round, index, std::move(cases));
            continue;
        }
        record(round, index,
               {.status = Status::refused,
                .reason = "none of its cases can be measured",
                .content = {}},
               done);
    }
}

void BlockRunner::start(Round& round, std::size_t index, std::vector<PlannedCase> cases) {
    const auto& job = round.jobs[index];
    const auto& executable = setup_.plan.executables[job.executable];
    auto files = files_of(directory_, setup_.plan, job);
    std::error_code ignored;
    fs::remove(files.samples, ignored);
    keep_earlier(files.out);
    keep_earlier(files.err);
    write_plan_file(files.plan,
                    {.executable = executable.name,
                     .seed = invocation_seed(setup_.plan.request.seeds, job.block, job.position),
                     .deadline_seconds = setup_.deadline_seconds,
                     .requested_binding = executable.binding,
                     .gpus = setup_.plan.request.gpus,
                     .cases = std::move(cases)});
    auto request = request_of(job, files);
    const int id = launcher_.start(request);
    ++round.tries[index];
    round.active.emplace(
        id, Active{.index = index, .request = std::move(request), .files = std::move(files)});
}

void BlockRunner::record(Round& round, std::size_t index, JobResult result, const JobDone& done) {
    const auto& job = round.jobs[index];
    journal_.end_job(journal_job(setup_.plan, job, result));
    done(job, result);
    round.results[index] = std::move(result);
}

void BlockRunner::finish_job(Round& round, const LaunchEnd& end, const JobDone& done) {
    const auto found = round.active.find(end.id);
    if (found == round.active.end()) return;
    const Active active = std::move(found->second);
    round.active.erase(found);
    const auto& job = round.jobs[active.index];
    if (end.kind == EndKind::signalled && end.code == SIGKILL && round.tries[active.index] == 1) {
        // Somebody else killed it, most likely for memory: that says nothing about the case.
        journal_.retry_job(job.block, active.files.log + ": killed by a SIGKILL from outside");
        round.pending.push_back(active.index);
        start_pending(round, done);
        return;
    }
    if (end.kind == EndKind::wedged) wedged_ = true;
    // Virtual time does not feel the reading; on hardware it would be the next one's disturbance.
    if (setup_.facts.simulated()) start_pending(round, done);
    auto result = judge_end(end, active.request, active.files.samples, active.files.log);
    refuse_other_devices(result, setup_.facts.probe.devices, setup_.plan.request.gpus);
    remove_if_empty(active.files.out);
    remove_if_empty(active.files.err);
    std::error_code ignored;
    fs::remove(active.files.plan, ignored);
    if (result.content) sync_path(active.files.samples);
    record(round, active.index, std::move(result), done);
}

void BlockRunner::give_up_pending(Round& round, const JobDone& done) {
    for (; !round.pending.empty(); round.pending.pop_back()) {
        const auto index = round.pending.back();
        record(round, index,
               {.status = Status::wedged,
                .reason = "not started: an earlier process that cannot be ended holds the GPUs",
                .content = {}},
               done);
    }
}

void BlockRunner::stop_children(Round& round, const std::function<int()>& interrupts) {
    launcher_.stop_all(false);
    bool hurried = false;
    while (!round.active.empty()) {
        if (interrupts() > 1 && !hurried) {
            launcher_.stop_all(true);
            hurried = true;
        }
        for (const auto& end : launcher_.wait(0.1)) round.active.erase(end.id);
    }
}

std::optional<std::vector<JobResult>> BlockRunner::run(std::span<const Job> jobs,
                                                       const std::function<int()>& interrupts,
                                                       const JobDone& done,
                                                       const std::function<void()>& tick) {
    Round round{.jobs = jobs, .pending = {}, .active = {}, .results = {}, .tries = {}};
    round.results.resize(jobs.size());
    round.tries.assign(jobs.size(), 0);
    for (std::size_t i = jobs.size(); i-- > 0;) round.pending.push_back(i);
    try {
        while (!round.pending.empty() || !round.active.empty()) {
            if (interrupts() > 0) {
                stop_children(round, interrupts);
                return std::nullopt;
            }
            start_pending(round, done);
            if (wedged_ && round.active.empty()) give_up_pending(round, done);
            if (round.active.empty()) continue;
            for (const auto& end : launcher_.wait(1.0)) finish_job(round, end, done);
            tick();
        }
    } catch (...) {
        stop_children(round, interrupts);
        throw;
    }
    return std::move(round.results);
}

}  // namespace hopbench
