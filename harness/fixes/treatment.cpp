#include "harness/fixes/treatment.hpp"

#include <algorithm>

#include "harness/fixes/catalogue.hpp"
#include "harness/fixes/perceived.hpp"
#include "harness/fixes/placed_by_file.hpp"
#include "harness/nccl_topo/pci_address.hpp"

namespace hopbench {
namespace {

using Verdict = std::optional<std::string>;  ///< why not; none: nothing against it

/// Lines that only a communicator that came up leaves; the topology dump is written before.
bool came_up(const NcclEvidence& evidence) {
    return evidence.channels || !evidence.ring.empty() || !evidence.transports.empty();
}

std::string why_not_up(const TreatmentQuestion& question) {
    const auto& evidence = *question.evidence;
    if (const auto fatal = first_fatal(question.topology_file)) return *fatal;
    for (const auto& line : evidence.warnings)
        if (!line.starts_with("Affinity is empty")) return line;
    return evidence.reason.empty() ? "its log ends before" : evidence.reason;
}

Verdict judge_evidence(const TreatmentQuestion& question) {
    if (!question.evidence) return "nothing shows what NCCL perceived: no evidence was gathered";
    if (!came_up(*question.evidence)) return "NCCL did not come up: " + why_not_up(question);
    if (question.evidence->cpus.empty())
        return "nothing shows what NCCL perceived: it left no topology dump";
    return std::nullopt;
}

/// NCCL says that it read this file and understood every word of it.
Verdict judge_loading(const TreatmentQuestion& question) {
    const auto loaded =
        std::filesystem::path(question.evidence->topo_file).lexically_normal().string();
    const auto asked = question.topology_file.lexically_normal();
    const auto name = asked.filename().string();  // the directory differs from run to run
    if (loaded.empty()) return "NCCL's log does not say that it loaded " + name;
    if (loaded != asked && !asked.string().ends_with("/" + loaded))
        return "NCCL loaded " + loaded + " instead of " + name;
    return std::nullopt;
}

Verdict judge_complaints(const TreatmentQuestion& question) {
    for (const auto& line : question.evidence->warnings)
        if (line.starts_with("KV Convert") || line.starts_with("Ignoring element") ||
            line.starts_with("XML Parse : Ignoring"))
            return "NCCL did not understand all of the topology: " + line;
    return std::nullopt;
}

Verdict judge_truth(const TreatmentQuestion& question) {
    for (const auto& gpu : placed_gpus(question)) {
        if (!gpu.gpu->node) return "the true node of " + name_of(*gpu.gpu) + " is not known";
        if (gpu.perceived != gpu.gpu->node)
            return name_of(*gpu.gpu) + " sits on " + node_text(gpu.perceived) +
                   " instead of its true " + node_text(gpu.gpu->node);
    }
    return std::nullopt;
}

Verdict judge_read_back(const TreatmentQuestion& question) {
    for (const auto& gpu : question.gpus) {
        const auto read = question.sysfs.find(nccl_topo::canonical_bdf(gpu.bdf).value_or(gpu.bdf));
        if (read == question.sysfs.end())
            return "numa_node of " + name_of(gpu) + " was not read back";
        if (!gpu.node || read->second != *gpu.node)
            return "numa_node of " + name_of(gpu) + " reads " + std::to_string(read->second) +
                   " instead of " + (gpu.node ? std::to_string(*gpu.node) : "an unknown node");
    }
    return std::nullopt;
}

}  // namespace

Treatment judge_treatment(const TreatmentQuestion& question) {
    const auto fixes = fixes_of(question.variant.uses);
    const auto uses = [&](Fix fix) {
        return std::find(fixes.begin(), fixes.end(), fix) != fixes.end();
    };
    const bool file = !question.topology_file.empty();
    if (fixes.empty() && !file)
        return {.applied = true, .evidence = "changes nothing that places GPUs"};
    if (uses(Fix::topo_xml) && !file)
        return {.applied = false, .evidence = "no topology file was set"};

    auto against = judge_evidence(question);
    if (!against && file) against = judge_loading(question);
    if (!against) against = judge_twice(question);
    if (!against && file) against = judge_file_placement(question);
    if (!against && !fixes.empty()) against = judge_truth(question);
    if (!against) against = judge_unknown_node(question);
    if (!against && uses(Fix::sysfs)) against = judge_read_back(question);
    if (!against && file) against = judge_complaints(question);
    if (against) return {.applied = false, .evidence = *against};

    std::string rests_on;
    if (uses(Fix::sysfs)) rests_on = "numa_node reads back as written";
    if (file)
        rests_on +=
            (rests_on.empty() ? "NCCL loaded " : ", NCCL loaded ") + question.evidence->topo_file;
    rests_on += "; its dump has " + layout_text(question);
    if (const auto misread = file ? first_misread(question.topology_file) : std::nullopt)
        rests_on += "; mind " + *misread;
    return {.applied = true, .evidence = rests_on};
}

}  // namespace hopbench
