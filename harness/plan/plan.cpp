#include "harness/plan/plan.hpp"

#include <algorithm>
#include <cmath>

#include "harness/model/error.hpp"
#include "harness/plan/block_order.hpp"
#include "harness/plan/case_catalogue.hpp"
#include "harness/plan/sha256.hpp"

namespace hopbench {
namespace {

constexpr int max_blocks = 100'000;

void check(const PlanRequest& request) {
    if (request.blocks < 1 || request.blocks > max_blocks)
        throw usage_error("--blocks " + std::to_string(request.blocks), "out of range",
                          "use 8 to 100000; 10 is the default");
    if (request.machine.size() < 2)
        throw unfit_error("GPUs",
                          "this machine has " + std::to_string(request.machine.size()) +
                              ", transfers between GPUs need two",
                          "run on a machine with more, or --simulate tests/machines/…");
    if (request.gpus.size() < 2)
        throw usage_error("--gpus", "one GPU has no partner", "name at least two");
}

/// Cases of one ordered pair that match the pattern, methods within sizes.
std::vector<PlannedCase> cases_of_pair(const PlanRequest& request, std::string_view executable,
                                       int src, int dst) {
    std::vector<PlannedCase> cases;
    for (const auto bytes : suite_sizes(request.suite)) {
        for (const auto& method : case_catalogue()) {
            if (method.executable != executable) continue;
            const CaseName name{.family = std::string(method.family),
                                .method = std::string(method.method),
                                .src = src,
                                .dst = dst,
                                .bytes = bytes,
                                .node = {}};
            if (!glob_match(request.cases, format_case_name(name))) continue;
            const auto repetitions = method.of(request.suite);
            cases.push_back(
                {.name = name, .warmup = repetitions.warmup, .samples = repetitions.samples});
        }
    }
    return cases;
}

void estimate(ExecutablePlan& executable, std::size_t gpus) {
    executable.seconds = start_seconds(false, gpus);
    executable.simulated_seconds = start_seconds(true, gpus);
    for (const auto& pair : executable.pairs) {
        for (const auto& one : pair) {
            const auto* method = find_case_method(one.name.family, one.name.method);
            if (!method) continue;
            const Repetitions repetitions{.warmup = one.warmup, .samples = one.samples};
            const auto bytes = one.name.bytes.value_or(0);
            executable.seconds += case_seconds(*method, false, bytes, repetitions);
            executable.simulated_seconds += case_seconds(*method, true, bytes, repetitions);
        }
    }
}

std::vector<ExecutablePlan> expand_cases(const PlanRequest& request) {
    std::vector<ExecutablePlan> executables;
    for (const auto& method : case_catalogue()) {
        const bool listed = std::any_of(executables.begin(), executables.end(),
                                        [&](const auto& e) { return e.name == method.executable; });
        if (listed) continue;
        ExecutablePlan executable{.name = std::string(method.executable), .pairs = {}};
        for (const int src : request.gpus)
            for (const int dst : request.gpus) {
                if (src == dst) continue;
                auto cases = cases_of_pair(request, method.executable, src, dst);
                if (!cases.empty()) executable.pairs.push_back(std::move(cases));
            }
        if (executable.pairs.empty()) continue;
        estimate(executable, request.gpus.size());
        executables.push_back(std::move(executable));
    }
    if (executables.empty())
        throw usage_error("--cases " + request.cases, "no case matches",
                          "`hopbench list` shows the cases; e.g. --cases 'latency/oneshot/*'");
    return executables;
}

std::vector<Job> expand_jobs(const Plan& plan) {
    std::vector<Job> jobs;
    double start = 0;
    for (int block = 0; block < plan.request.blocks; ++block) {
        for (std::size_t e = 0; e < plan.executables.size(); ++e) {
            const auto order = variant_order(plan.request.seeds, block, plan.executables[e].name,
                                             plan.request.variants.size());
            for (std::size_t position = 0; position < order.size(); ++position) {
                jobs.push_back({.ordinal = static_cast<int>(jobs.size()),
                                .block = block,
                                .position = static_cast<int>(position),
                                .executable = e,
                                .variant = order[position],
                                .start_seconds = start});
                start += std::ceil(plan.executables[e].seconds);
            }
        }
    }
    return jobs;
}

}  // namespace

std::size_t ExecutablePlan::case_count() const noexcept {
    std::size_t count = 0;
    for (const auto& pair : pairs) count += pair.size();
    return count;
}

Plan make_plan(PlanRequest request) {
    check(request);
    Plan plan{.request = std::move(request), .executables = {}, .jobs = {}, .sha256 = {}};
    plan.executables = expand_cases(plan.request);
    plan.jobs = expand_jobs(plan);
    plan.sha256 = sha256_hex(canonical_text(plan));
    return plan;
}

std::vector<PlannedCase> cases_of(const Plan& plan, const Job& job) {
    const auto& executable = plan.executables[job.executable];
    std::vector<PlannedCase> cases;
    cases.reserve(executable.case_count());
    for (const auto pair :
         pair_order(plan.request.seeds, job.block, executable.name, executable.pairs.size()))
        cases.insert(cases.end(), executable.pairs[pair].begin(), executable.pairs[pair].end());
    return cases;
}

double estimated_seconds(const Plan& plan, bool simulated, int parallel) {
    double total = 0;
    const auto invocations = 2 * plan.request.variants.size();
    const auto lanes = static_cast<std::size_t>(std::max(parallel, 1));
    for (const auto& executable : plan.executables) {
        const auto rounds = (invocations + lanes - 1) / lanes;
        total += static_cast<double>(rounds) *
                 (simulated ? executable.simulated_seconds : executable.seconds);
    }
    return total * plan.request.blocks;
}

}  // namespace hopbench
