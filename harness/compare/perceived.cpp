#include "harness/compare/perceived.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/compare/wording.hpp"
#include "harness/model/size_text.hpp"

namespace hopbench::compare {
namespace {

const NcclEvidence* find_evidence(const Side& side) {
    const auto& all = side.report.nccl;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return one.variant == side.variant; });
    return found == all.end() ? nullptr : &*found;
}

std::string listed(const std::vector<int>& numbers) {
    std::vector<std::string> words;
    words.reserve(numbers.size());
    for (const int number : numbers) words.push_back(std::to_string(number));
    return join(words, " ");
}

/// The node of every rank in the order of ranks.
std::string nodes_text(const NcclEvidence& evidence) {
    std::map<int, int> nodes;
    for (const NcclCpu& cpu : evidence.cpus)
        for (const int rank : cpu.gpus) nodes[rank] = cpu.numa_id;
    std::vector<int> in_order;
    in_order.reserve(nodes.size());
    for (const auto& [rank, node] : nodes) in_order.push_back(node);
    return listed(in_order);
}

std::string search_text(const NcclEvidence& evidence) {
    if (!evidence.search_channels || !evidence.channel_gbps) return {};
    return fmt::format("{} × {:g} GB/s", *evidence.search_channels, *evidence.channel_gbps);
}

std::string transports_text(const NcclEvidence& evidence) {
    std::vector<std::string> words;
    for (const auto& [name, count] : evidence.transports)
        words.push_back(fmt::format("{} {}", count, name));
    return join(words, " + ");
}

std::string topology_text(const NcclEvidence& evidence) {
    return evidence.topo_file.empty() ? "detected" : evidence.topo_file;
}

std::string number_text(const std::optional<int>& number) {
    return number ? std::to_string(*number) : std::string();
}

std::string gbps_text(const std::optional<double>& gbps) {
    return gbps ? fmt::format("{:g} GB/s", *gbps) : std::string();
}

std::string bytes_text(const std::optional<std::uint64_t>& bytes) {
    return bytes ? size_text(*bytes) : std::string();
}

/// What both tell and tell differently.
std::vector<std::string> differences(const NcclEvidence& base, const NcclEvidence& head) {
    std::vector<std::string> words;
    const auto note = [&](const char* name, const std::string& before, const std::string& after) {
        if (before != after && !before.empty() && !after.empty())
            words.push_back(fmt::format("{} {} → {}", name, before, after));
    };
    note("path", base.path_type, head.path_type);
    note("channels", number_text(base.channels), number_text(head.channels));
    note("Simple from", bytes_text(base.simple_from_bytes), bytes_text(head.simple_from_bytes));
    if (!base.fell_back && head.fell_back) words.emplace_back("search fell back");
    if (base.fell_back && !head.fell_back) words.emplace_back("search no longer falls back");
    note("ring search", search_text(base), search_text(head));
    note("between CPUs", gbps_text(base.inter_cpu_gbps), gbps_text(head.inter_cpu_gbps));
    note("ring order", listed(base.ring), listed(head.ring));
    note("nodes of ranks", nodes_text(base), nodes_text(head));
    note("connections", transports_text(base), transports_text(head));
    note("topology", topology_text(base), topology_text(head));
    note("version", base.version, head.version);
    return words;
}

/// What a process that failed left behind is no ground for a comparison.
const NcclEvidence* known_evidence(const Side& side) {
    const NcclEvidence* evidence = find_evidence(side);
    return evidence != nullptr && evidence->status == Status::ok ? evidence : nullptr;
}

std::string unknown_text(const Side& side) {
    std::string line = "NCCL: what it perceives under " + side.variant + " is not known";
    const NcclEvidence* evidence = find_evidence(side);
    if (evidence == nullptr) return line;
    line += ": " + std::string(to_string(evidence->status));
    return evidence->reason.empty() ? line : line + ", " + evidence->reason;
}

struct Passed {
    std::string step;
    int ok = 0, tried = 0;
};

/// Steps in the order of trial.
std::vector<Passed> passed_pairs(const Report& report) {
    std::vector<Passed> steps;
    for (const Capability& one : report.capabilities) {
        if (steps.empty() || steps.back().step != one.step) steps.push_back({.step = one.step});
        steps.back().ok += one.status == Status::ok ? 1 : 0;
        ++steps.back().tried;
    }
    return steps;
}

void note_capabilities(std::vector<std::string>& lines, const Report& base, const Report& head) {
    std::map<std::string, Passed> after;
    for (const Passed& passed : passed_pairs(head)) after.emplace(passed.step, passed);
    for (const auto& [step, ok, tried] : passed_pairs(base)) {
        const auto other = after.find(step);
        if (other == after.end()) continue;
        const Passed& now = other->second;
        if (now.ok != ok || now.tried != tried)
            lines.push_back(fmt::format("pairs with {}: {} of {} → {} of {}", step, ok, tried,
                                        now.ok, now.tried));
    }
}

}  // namespace

std::vector<std::string> perceived_changes(const Side& base, const Side& head) {
    std::vector<std::string> lines;
    const NcclEvidence* before = known_evidence(base);
    const NcclEvidence* after = known_evidence(head);
    if (before != nullptr && after != nullptr)
        if (const auto words = differences(*before, *after); !words.empty())
            lines.push_back("NCCL: " + join(words, ", "));
    if (&base.report != &head.report) note_capabilities(lines, base.report, head.report);
    return lines;
}

std::vector<std::string> perceived_differences(const Side& base, const Side& head) {
    std::vector<std::string> lines = perceived_changes(base, head);
    const bool both = known_evidence(base) != nullptr && known_evidence(head) != nullptr;
    if (both && differences(*known_evidence(base), *known_evidence(head)).empty())
        lines.insert(lines.begin(), "NCCL: perceives the same on both sides");
    if (!both && (find_evidence(base) != nullptr || find_evidence(head) != nullptr))
        lines.insert(lines.begin(), unknown_text(known_evidence(base) == nullptr ? base : head));
    return lines;
}

}  // namespace hopbench::compare
