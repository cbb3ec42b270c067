#include "harness/plan/plan.hpp"

#include <algorithm>
#include <cmath>

#include "harness/model/error.hpp"
#include "harness/plan/block_order.hpp"
#include "harness/plan/bound_plans.hpp"
#include "harness/plan/estimate.hpp"
#include "harness/plan/session_jobs.hpp"
#include "harness/plan/sha256.hpp"

namespace hopbench {
namespace {

constexpr int max_blocks = 100'000;

void check(const PlanRequest& request) {
    if (request.blocks < 1 || request.blocks > max_blocks)
        throw usage_error("--blocks " + std::to_string(request.blocks), "out of range",
                          "use 8 to 100000; 10 is the default");
    if (request.machine.empty() || request.gpus.empty())
        throw unfit_error("GPUs", "this machine has none",
                          "run on a machine with GPUs, or --simulate tests/machines/…");
}

[[noreturn]] void refuse_empty(const PlanRequest& request, const std::vector<std::string>& notes) {
    if (!notes.empty())
        throw usage_error("--cases " + request.cases, "no binding leaves a case: " + notes.front(),
                          "add another policy, e.g. --bind none");
    if (request.gpus.size() < 2 && request.machine.size() < 2)
        throw unfit_error("GPUs",
                          "this machine has 1, the cases of --cases " + request.cases + " need two",
                          "run on a machine with more, or choose --cases 'hostcopy/*'");
    if (request.gpus.size() < 2)
        throw usage_error(
            "--gpus", "one GPU has no partner, the cases of --cases " + request.cases + " need two",
            "name at least two, or choose --cases 'hostcopy/*'");
    throw usage_error("--cases " + request.cases,
                      "no case of the " + std::string(to_string(request.suite)) + " suite matches",
                      "`hopbench list --suite " + std::string(to_string(request.suite)) +
                          "` shows them; e.g. --cases 'latency/oneshot/*'");
}

double planned_seconds(double seconds) {
    return std::ceil(seconds);
}

/// Gives every invocation its planned start, the session's before the blocks'.
void place(Plan& plan) {
    double start = 0;
    for (auto& job : plan.session_jobs) {
        job.start_seconds = start;
        start += planned_seconds(job.seconds);
    }
    for (int block = 0; block < plan.request.blocks; ++block) {
        for (std::size_t e = 0; e < plan.executables.size(); ++e) {
            const auto order = variant_order(plan.request.seeds, block, plan.executables[e].label(),
                                             plan.request.variants.size());
            for (std::size_t position = 0; position < order.size(); ++position) {
                plan.jobs.push_back({.ordinal = static_cast<int>(plan.jobs.size()),
                                     .block = block,
                                     .position = static_cast<int>(position),
                                     .executable = e,
                                     .variant = order[position],
                                     .start_seconds = start});
                start += planned_seconds(plan.executables[e].seconds);
            }
        }
    }
}

}  // namespace

std::size_t ExecutablePlan::case_count() const noexcept {
    std::size_t count = 0;
    for (const auto& group : groups) count += group.cases.size();
    return count;
}

std::string ExecutablePlan::label() const {
    if (binding == "none") return name;
    std::string text = name + "-" + binding + "@";
    std::replace(text.begin(), text.end(), ':', '-');
    for (std::size_t i = 0; i < bound_to.nodes.size(); ++i)
        text.append(i == 0 ? "" : "+").append(std::to_string(bound_to.nodes[i]));
    return text;
}

Plan make_plan(PlanRequest request) {
    check(request);
    Plan plan{.request = std::move(request),
              .session_jobs = {},
              .executables = {},
              .jobs = {},
              .notes = {},
              .sha256 = {}};
    plan.executables = bound_plans(plan.request, plan.notes);
    if (plan.executables.empty()) refuse_empty(plan.request, plan.notes);
    plan.session_jobs = session_jobs(plan.request, plan.executables);
    estimate(plan);
    place(plan);
    plan.sha256 = sha256_hex(canonical_text(plan));
    return plan;
}

std::vector<PlannedCase> cases_of(const Plan& plan, const Job& job) {
    const auto& executable = plan.executables[job.executable];
    std::vector<PlannedCase> cases;
    cases.reserve(executable.case_count());
    for (const auto group :
         group_order(plan.request.seeds, job.block, executable.label(), executable.groups.size()))
        cases.insert(cases.end(), executable.groups[group].cases.begin(),
                     executable.groups[group].cases.end());
    return cases;
}

std::vector<std::string> executables_of(const Plan& plan) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const auto& executable : plan.executables) add(executable.name);
    for (const auto& job : plan.session_jobs) add(job.executable);
    return names;
}

}  // namespace hopbench
