#include "harness/run/report_frame.hpp"

#include <algorithm>

#include "harness/run/environment.hpp"

namespace hopbench {
namespace {

Identity identity_of(const Plan& plan, const MachineFacts& facts) {
    Identity identity{.gpu_model = gpu_model_of(facts, plan.request.gpus),
                      .gpu_count = static_cast<int>(plan.request.gpus.size()),
                      .simulated = facts.simulated(),
                      .methods = {}};
    for (const auto& executable : plan.executables)
        for (const auto& group : executable.groups)
            for (const auto& one : group.cases)
                identity.methods[one.name.family + "/" + one.name.method] = 0;
    return identity;
}

}  // namespace

Report frame_report(const Plan& plan, const MachineFacts& facts, const ReportFrame& frame) {
    const auto& request = plan.request;
    Report report;
    report.tool_version = frame.tool_version;
    report.model = facts.probe.model;
    report.identity = identity_of(plan, facts);
    report.setting = {.platform = facts.platform,
                      .driver = facts.probe.driver_version,
                      .kernel = facts.kernel,
                      .numa_layout = describe_numa(facts.topology),
                      .sim_set = frame.sim_set,
                      .environment = frame.environment};
    for (auto& gpu : gpus_of(facts))
        if (std::find(request.gpus.begin(), request.gpus.end(), gpu.index) != request.gpus.end())
            report.gpus.push_back(std::move(gpu));
    report.variants = request.variants;
    for (auto& variant : report.variants)
        variant.treatment = treatment_of(variant, facts.simulated());
    report.plan = {.suite = std::string(to_string(request.suite)),
                   .cases = request.cases,
                   .session = request.seeds.session,
                   .seed = request.seeds.run_seed,
                   .blocks = request.blocks,
                   .invocations_per_block = 2,
                   .sha256 = plan.sha256};
    report.margins = frame.margins;
    if (facts.simulated())
        report.notes.push_back(
            "Times come from a machine model, not from hardware: they test the tool and predict "
            "nothing about a real machine.");
    if (facts.topology.node_of_gpu.empty())
        report.notes.push_back(
            "The true NUMA node of the GPUs is not known: pairs are in the group unknown-numa.");
    report.notes.insert(report.notes.end(), plan.notes.begin(), plan.notes.end());
    return report;
}

}  // namespace hopbench
