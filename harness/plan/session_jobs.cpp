#include "harness/plan/session_jobs.hpp"

#include <algorithm>

#include "harness/plan/case_groups.hpp"

namespace hopbench {
namespace {

constexpr const char* p2p = "hopbench-p2p";
constexpr const char* allreduce = "hopbench-allreduce";

bool speaks_to_nccl(const Variant& variant) {
    const auto& settings = variant.settings;
    return !variant.uses.empty() ||
           std::any_of(settings.begin(), settings.end(),
                       [](const auto& setting) { return setting.first.starts_with("NCCL_"); });
}

}  // namespace

std::vector<SessionJob> session_jobs(const PlanRequest& request,
                                     const std::vector<ExecutablePlan>& executables) {
    const auto planned = [&](const char* name) {
        return std::any_of(executables.begin(), executables.end(),
                           [&](const ExecutablePlan& one) { return one.name == name; });
    };
    std::vector<SessionJob> jobs;
    const auto add = [&](SessionJob::Kind kind, const char* executable, std::size_t variant) {
        jobs.push_back({.kind = kind,
                        .index = static_cast<int>(jobs.size()),
                        .executable = executable,
                        .variant = variant,
                        .cases = once_cases(request, executable)});
    };
    if (planned(p2p)) add(SessionJob::Kind::capabilities, p2p, 0);
    const auto& variants = request.variants;
    if (planned(allreduce) || std::any_of(variants.begin(), variants.end(), speaks_to_nccl))
        for (std::size_t i = 0; i < variants.size(); ++i)
            if (variants[i].role != Role::control)
                add(SessionJob::Kind::nccl_evidence, allreduce, i);
    return jobs;
}

std::string name_of(const SessionJob& job, const std::vector<Variant>& variants) {
    if (job.kind == SessionJob::Kind::capabilities) return "capabilities";
    return "nccl-" + variants[job.variant].name;
}

}  // namespace hopbench
