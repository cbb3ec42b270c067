#include "harness/cli/plan_text.hpp"

#include <fmt/format.h>

#include "harness/plan/case_catalogue.hpp"

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
    return describe_duration(estimated_seconds(run.setup.plan, simulated, run.setup.parallel));
}

void add_variants(std::string& text, const std::vector<Variant>& variants) {
    text += "variants\n";
    for (const auto& variant : variants) {
        text += fmt::format("  {:<18}", variant.name);
        if (variant.role == Role::control)
            text += "the baseline again: the negative control";
        else if (variant.settings.empty())
            text +=
                variant.role == Role::baseline ? "the machine as it is" : "no settings: an A/A arm";
        for (std::size_t i = 0; i < variant.settings.size(); ++i)
            text += fmt::format("{}{}={}", i == 0 ? "" : "  ", variant.settings[i].first,
                                variant.settings[i].second);
        text += "\n";
    }
}

void add_cases(std::string& text, const ExecutablePlan& executable) {
    text += fmt::format("cases of {}: {} in {} pairs\n", executable.name, executable.case_count(),
                        executable.pairs.size());
    for (const auto& one : executable.pairs.front())
        text += fmt::format("  {}  {} samples after {} warm-ups\n", format_case_name(one.name),
                            one.samples, one.warmup);
    if (executable.pairs.size() > 1) text += "  and the other pairs likewise where they match\n";
}

void add_order(std::string& text, const Plan& plan) {
    text += "order\n";
    int block = -1;
    for (const auto& job : plan.jobs) {
        if (job.block != block)
            text += fmt::format("{}  block {:<3}", block < 0 ? "" : "\n", job.block);
        block = job.block;
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
        "{} cases × {} variants ({}) × {} blocks × 2 = {} invocations{}, about {}",
        case_count(plan), plan.request.variants.size(), variant_names(plan), plan.request.blocks,
        plan.jobs.size(),
        run.setup.parallel > 1 ? fmt::format(", {} at a time", run.setup.parallel) : std::string(),
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
    for (const auto& executable : plan.executables) add_cases(text, executable);
    add_order(text, plan);
    if (plan.request.blocks < 8)
        text += "below 8 blocks every comparison is inconclusive by definition\n";
    return text;
}

}  // namespace hopbench::cli
