#include "harness/run/session_evidence.hpp"

#include <algorithm>

#include "harness/fixes/sysfs_numa.hpp"
#include "harness/fixes/treatment.hpp"
#include "harness/nccl_topo/evidence.hpp"
#include "harness/plan/variants.hpp"
#include "harness/run/environment.hpp"

namespace hopbench {
namespace {

/// Addresses of the plan's GPUs, in rank order.
std::vector<Gpu> gpus_by_rank(const SessionSetup& setup) {
    std::vector<Gpu> gpus;
    const auto all = gpus_of(setup.facts);
    for (const int index : setup.plan.request.gpus)
        for (const auto& gpu : all)
            if (gpu.index == index) gpus.push_back(gpu);
    return gpus;
}

const CaseRecord* record_of(const JobResult& result, const CaseName& name) {
    if (!result.content) return nullptr;
    for (const auto& record : result.content->cases)
        if (record.name == name) return &record;
    return nullptr;
}

/// Status and reason of a case, from its record or from the end of its process.
std::pair<Status, std::string> outcome_of(const JobResult& result, const CaseName& name) {
    if (const auto* record = record_of(result, name)) return {record->status, record->reason};
    if (result.status != Status::ok) return {result.status, result.reason};
    return {Status::crashed, "its samples file lacks this case"};
}

std::vector<std::string> steps_of(const SessionJob& job) {
    std::vector<std::string> steps;
    for (const auto& one : job.cases)
        if (std::find(steps.begin(), steps.end(), one.name.method) == steps.end())
            steps.push_back(one.name.method);
    return steps;
}

bool places_gpus(const Variant& variant) {
    return !variant.uses.empty() ||
           std::any_of(variant.settings.begin(), variant.settings.end(),
                       [](const auto& setting) { return setting.first == "NCCL_TOPO_FILE"; });
}

}  // namespace

SessionFiles files_of(const RunDirectory& directory, const Plan& plan, const SessionJob& job) {
    const auto name = "session-" + name_of(job, plan.request.variants);
    return {.plan = directory.work() / (name + ".plan.json"),
            .samples = directory.work() / (name + ".samples.jsonl"),
            .out = directory.logs() / (name + ".out"),
            .err = directory.logs() / (name + ".err"),
            .log = "logs/" + name + ".err"};
}

NcclFiles nccl_files(const RunDirectory& directory, const Variant& variant) {
    const auto folder = std::filesystem::absolute(directory.evidence()) / variant.name;
    return {.folder = folder,
            .log = folder / "nccl.log",
            .topology = folder / "nccl-topology.xml",
            .graph = folder / "nccl-graph.xml"};
}

void add_nccl_variables(Environment& environment, const NcclFiles& files) {
    environment["NCCL_DEBUG"] = "INFO";
    environment["NCCL_DEBUG_SUBSYS"] = "INIT,ENV,GRAPH,TUNING,ALLOC,SHM";
    environment["NCCL_DEBUG_FILE"] = files.log.string();
    environment["NCCL_TOPO_DUMP_FILE"] = files.topology.string();
    environment["NCCL_GRAPH_DUMP_FILE"] = files.graph.string();
}

std::vector<Capability> capabilities_of(const SessionJob& job, const JobResult& result) {
    std::vector<Capability> capabilities;
    for (const auto& step : steps_of(job)) {
        for (const auto& one : job.cases) {
            if (one.name.method != step || !one.name.src || !one.name.dst) continue;
            auto [status, reason] = outcome_of(result, one.name);
            Capability capability{.step = step,
                                  .src = *one.name.src,
                                  .dst = *one.name.dst,
                                  .status = status,
                                  .reason = std::move(reason),
                                  .verification = {.status = "unverified", .note = {}},
                                  .notes = {}};
            if (const auto* record = record_of(result, one.name)) {
                capability.verification = record->verification;
                capability.notes = record->notes;
            }
            capabilities.push_back(std::move(capability));
        }
    }
    return capabilities;
}

NcclEvidence evidence_of(const SessionSetup& setup, const RunDirectory& directory,
                         const SessionJob& job, const JobResult& result) {
    const auto& variant = setup.plan.request.variants[job.variant];
    const auto files = nccl_files(directory, variant);
    std::vector<std::string> addresses;
    for (const auto& gpu : gpus_by_rank(setup)) addresses.push_back(gpu.bdf);
    auto evidence =
        nccl_topo::read_evidence({.log = files.log,
                                  .topo_dump = files.topology,
                                  .graph_dump = files.graph,
                                  .relative_to = std::filesystem::absolute(directory.root())},
                                 addresses);
    evidence.variant = variant.name;
    std::tie(evidence.status, evidence.reason) = outcome_of(result, job.cases.front().name);
    return evidence;
}

Treatment judge_variant(const SessionSetup& setup, std::size_t variant,
                        const std::vector<NcclEvidence>& evidence) {
    const auto& subject = setup.plan.request.variants[variant];
    auto known = treatment_of(subject, setup.facts.simulated());
    // A simulated setting on hardware is known to do nothing without asking anybody.
    const bool pretends = !setup.facts.simulated() && !sim_set_of(subject).empty();
    if (!places_gpus(subject) || pretends) return known;
    TreatmentQuestion question{.variant = subject,
                               .evidence = {},
                               .gpus = {},
                               .topology_file = setup.variant_files[variant].topology,
                               .sysfs = {}};
    for (const auto& one : evidence)
        if (one.variant == subject.name) question.evidence = one;
    std::vector<std::string> addresses;
    for (const auto& gpu : gpus_by_rank(setup)) {
        question.gpus.push_back({.index = gpu.index, .bdf = gpu.bdf, .node = gpu.numa_node});
        addresses.push_back(gpu.bdf);
    }
    question.sysfs = read_sysfs_numa(setup.variant_files[variant].root, addresses);
    return judge_treatment(question);
}

}  // namespace hopbench
