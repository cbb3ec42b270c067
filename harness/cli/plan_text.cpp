#include "harness/cli/plan_text.hpp"

#include <fmt/format.h>

#include "harness/topology/cpu_list.hpp"

namespace hopbench::cli {
namespace {

std::string variant_names(const Plan& plan) {
    std::string text;
    for (const auto& variant : plan.request.variants)
        text.append(text.empty() ? "" : ", ").append(variant.name);
    return text;
}

std::size_t case_count(const Plan& plan) {
    std::size_t count = 0;
    for (const auto& executable : plan.executables) count += executable.case_count();
    return count;
}

std::string estimated_time(const PreparedRun& run) {
    const bool simulated = run.simulation.has_value();
    return describe_duration(estimated_seconds(run.setup.plan, simulated, run.lanes));
}

void add_variants(std::string& text, const std::vector<Variant>& variants) {
    text += "variants\n";
    for (const auto& variant : variants) {
        text += fmt::format("  {:<18}", variant.name);
        if (variant.role == Role::control)
            text += "the baseline again: the negative control";
        else if (variant.role == Role::baseline)
            text += "the machine as it is";
        else if (variant.settings.empty() && variant.uses.empty())
            text += "no settings: an A/A arm";
        for (std::size_t i = 0; i < variant.uses.size(); ++i)
            text += fmt::format("{}{}", i == 0 ? "built-in fix " : " and ", variant.uses[i]);
        if (!variant.uses.empty() && !variant.settings.empty()) text += "  ";
        for (std::size_t i = 0; i < variant.settings.size(); ++i)
            text += fmt::format("{}{}={}", i == 0 ? "" : "  ", variant.settings[i].first,
                                variant.settings[i].second);
        text += "\n";
    }
}

void add_session(std::string& text, const Plan& plan) {
    if (plan.session_jobs.empty()) return;
    text += "once, before the blocks\n";
    for (const auto& job : plan.session_jobs)
        text += fmt::format("  {:<18}{} steps of {}\n", name_of(job, plan.request.variants),
                            job.cases.size(), job.executable);
}

void add_cases(std::string& text, const ExecutablePlan& executable) {
    text += fmt::format("cases of {}: {} in {} groups", executable.name, executable.case_count(),
                        executable.groups.size());
    if (executable.binding != "none")
        text += fmt::format("; --bind {}: CPUs {}, memory of node {}", executable.binding,
                            format_cpu_list(executable.bound_to.cpus),
                            format_cpu_list(executable.bound_to.nodes));
    text += "\n";
    for (const auto& one : executable.groups.front().cases)
        text += fmt::format("  {}  {} samples after {} warm-ups\n", format_case_name(one.name),
                            one.samples, one.warmup);
    if (executable.groups.size() > 1) text += "  and the other groups likewise where they match\n";
}

void add_order(std::string& text, const Plan& plan) {
    text += "order\n";
    int block = -1;
    std::size_t executable = 0;
    for (const auto& job : plan.jobs) {
        if (job.block != block)
            text += fmt::format("{}  block {}", block < 0 ? "" : "\n", job.block);
        if (job.block != block || job.executable != executable)
            text += fmt::format("\n    {:<20}", plan.executables[job.executable].label());
        block = job.block;
        executable = job.executable;
        text += " " + plan.request.variants[job.variant].name;
    }
    text += "\n";
}

}  // namespace

std::string announce_machine(const PreparedRun& run) {
    return fmt::format("{} suite on {}", to_string(run.setup.plan.request.suite),
                       run.machine_name());
}

std::string announce_work(const PreparedRun& run) {
    const auto& plan = run.setup.plan;
    return fmt::format(
        "{} cases × {} variants ({}) × {} blocks × 2 = {} invocations{}{}; about {} of machine "
        "time",
        case_count(plan), plan.request.variants.size(), variant_names(plan), plan.request.blocks,
        plan.jobs.size(),
        run.setup.parallel > 1 ? fmt::format(", {} at a time", run.setup.parallel) : std::string(),
        plan.session_jobs.empty() ? std::string()
                                  : fmt::format(", and {} before them", plan.session_jobs.size()),
        estimated_time(run));
}

std::string plan_text(const PreparedRun& run) {
    const auto& plan = run.setup.plan;
    std::string text =
        fmt::format("plan {}\n{}\n{}\nseed {}, session {}\n", plan.sha256, announce_machine(run),
                    announce_work(run), plan.request.seeds.run_seed, plan.request.seeds.session);
    const auto numa = describe_numa(run.setup.facts.topology);
    text += numa.empty() ? "true NUMA nodes not known: all pairs are in the group unknown-numa\n"
                         : numa + "\n";
    add_variants(text, plan.request.variants);
    add_session(text, plan);
    for (const auto& executable : plan.executables) add_cases(text, executable);
    add_order(text, plan);
    for (const auto& note : plan.notes) text += note + "\n";
    if (plan.request.blocks < 8)
        text += "below 8 blocks every comparison is inconclusive by definition\n";
    return text;
}

}  // namespace hopbench::cli
