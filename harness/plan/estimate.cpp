#include "harness/plan/estimate.hpp"

#include <algorithm>
#include <span>

#include "harness/plan/case_catalogue.hpp"

namespace hopbench {
namespace {

double invocation_seconds(bool simulated, std::size_t gpus,
                          std::span<const PlannedCase* const> cases) {
    double seconds = start_seconds(simulated, gpus), startup = 0;
    for (const auto* one : cases) {
        const auto* method = find_case_method(one->name.family, one->name.method);
        if (!method) continue;
        const auto& cost = simulated ? method->simulated : method->hardware;
        startup = std::max(startup, cost.startup);
        seconds += case_seconds(*method, simulated, one->name.bytes.value_or(0),
                                {.warmup = one->warmup, .samples = one->samples});
    }
    return seconds + startup;
}

template <class Invocation>
void estimate_one(Invocation& invocation, std::size_t gpus,
                  const std::vector<const PlannedCase*>& cases) {
    invocation.seconds = invocation_seconds(false, gpus, cases);
    invocation.simulated_seconds = invocation_seconds(true, gpus, cases);
}

}  // namespace

void estimate(Plan& plan) {
    const auto gpus = plan.request.gpus.size();
    for (auto& executable : plan.executables) {
        std::vector<const PlannedCase*> cases;
        for (const auto& group : executable.groups)
            for (const auto& one : group.cases) cases.push_back(&one);
        estimate_one(executable, gpus, cases);
    }
    for (auto& job : plan.session_jobs) {
        std::vector<const PlannedCase*> cases;
        for (const auto& one : job.cases) cases.push_back(&one);
        estimate_one(job, gpus, cases);
    }
}

double estimated_seconds(const Plan& plan, bool simulated, int parallel) {
    const auto seconds_of = [&](const auto& invocation) {
        return simulated ? invocation.simulated_seconds : invocation.seconds;
    };
    const double lanes = std::max(parallel, 1);
    const auto repeats = static_cast<double>(2 * plan.request.variants.size());
    double session = simulated ? simulated_layout_seconds * repeats / 2 : 0;
    double block = 0, longest = 0;
    for (const auto& job : plan.session_jobs) session += seconds_of(job);
    for (const auto& executable : plan.executables) {
        block += repeats * seconds_of(executable);
        longest = std::max(longest, seconds_of(executable));
    }
    // A block ends when its last invocation does: the other lanes wait for half of one on average.
    const double idle = longest * (lanes - 1) / lanes / 2;
    return session + plan.request.blocks * (block / lanes + idle);
}

}  // namespace hopbench
