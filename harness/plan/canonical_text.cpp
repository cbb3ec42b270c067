#include "harness/plan/block_order.hpp"
#include "harness/plan/plan.hpp"

namespace hopbench {
namespace {

/// Length first, so that no content can pass for another line.
void line(std::string& text, std::string_view key, std::string_view value) {
    text.append(key).append(" ").append(std::to_string(value.size())).append(" ");
    text.append(value).append("\n");
}

void add_variants(std::string& text, const std::vector<Variant>& variants) {
    for (const auto& variant : variants) {
        line(text, "variant", variant.name);
        for (const auto& use : variant.uses) line(text, "use", use);
        for (const auto& [key, value] : variant.settings) line(text, "set", key + "=" + value);
    }
}

void add_cases(std::string& text, const std::vector<PlannedCase>& cases) {
    for (const auto& one : cases)
        line(text, "case",
             format_case_name(one.name) + " " + std::to_string(one.warmup) + " " +
                 std::to_string(one.samples));
}

void add_executable(std::string& text, const ExecutablePlan& executable) {
    line(text, "executable", executable.name);
    line(text, "binding", executable.binding);
    for (const int node : executable.bound_to.nodes) line(text, "node", std::to_string(node));
    for (const auto& group : executable.groups) add_cases(text, group.cases);
}

void add_session_job(std::string& text, const SessionJob& job,
                     const std::vector<Variant>& variants) {
    line(text, "session-job", name_of(job, variants) + " " + job.executable);
    add_cases(text, job.cases);
}

}  // namespace

std::string canonical_text(const Plan& plan) {
    const auto& request = plan.request;
    std::string text = "hopbench.canonical-plan/2\n";
    line(text, "suite", to_string(request.suite));
    line(text, "cases", request.cases);
    line(text, "seed", std::to_string(request.seeds.run_seed));
    line(text, "session", request.seeds.session);
    line(text, "model", request.seeds.model_sha256);
    for (const int index : request.gpus)
        for (const auto& gpu : request.machine)
            if (gpu.index == index) line(text, "gpu", std::to_string(index) + " " + gpu.uuid);
    add_variants(text, request.variants);
    // Fixes and groups follow from where the GPUs are taken to be.
    for (const auto& [gpu, node] : request.numa.node_of_gpu)
        line(text, "numa", std::to_string(gpu) + " " + std::to_string(node));
    for (const auto& job : plan.session_jobs) add_session_job(text, job, request.variants);
    for (const auto& executable : plan.executables) add_executable(text, executable);
    // The orders follow from the seed; listing them tells versions apart that draw differently.
    int block = -1;
    for (const auto& job : plan.jobs) {
        if (job.block != block) {
            block = job.block;
            line(text, "block",
                 std::to_string(block) + " pad " + std::to_string(pad_bytes(request.seeds, block)));
            for (const auto& executable : plan.executables) {
                std::string order;
                for (const auto group : group_order(request.seeds, block, executable.label(),
                                                    executable.groups.size()))
                    order += std::to_string(group) + " ";
                line(text, "groups", order);
            }
        }
        line(text, "job",
             plan.executables[job.executable].label() + " " + request.variants[job.variant].name +
                 " " + std::to_string(static_cast<long long>(job.start_seconds)));
    }
    return text;
}

}  // namespace hopbench
