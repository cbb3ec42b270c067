#include "harness/report/capability_summary.hpp"

#include <fmt/format.h>

namespace hopbench::reporting {
namespace {

constexpr std::size_t pairs_named = 4;

using Pair = std::pair<int, int>;
using ByPair = std::map<Pair, std::map<std::string, const Capability*>>;

const Capability* find_step(const ByPair& pairs, Pair pair, const std::string& step) {
    const auto steps = pairs.find(pair);
    if (steps == pairs.end()) return nullptr;
    const auto found = steps->second.find(step);
    return found == steps->second.end() ? nullptr : found->second;
}

/// What an earlier step promised; empty where this step contradicts nothing.
std::string promise(const ByPair& pairs, const Capability& one) {
    const Pair pair{one.src, one.dst};
    if (one.step == "enable") {
        const auto* asked = find_step(pairs, pair, "attributes");
        return asked && can_access(*asked) == true ? "although the driver says the pair can" : "";
    }
    const auto* enabled = find_step(pairs, pair, "enable");
    return enabled && enabled->status == Status::ok ? "although access was granted" : "";
}

/// Empty where the step ended as its forerunners let expect.
std::string contradiction(const ByPair& pairs, const Capability& one) {
    if (one.status != Status::ok) {
        const auto although = promise(pairs, one);
        // What the machine says it cannot is no finding, unless it said that it could.
        if (one.status == Status::not_supported && although.empty()) return "";
        return fmt::format("{} {}{}{}", one.step, to_string(one.status),
                           although.empty() ? "" : " ", although);
    }
    const auto* asked = find_step(pairs, {one.src, one.dst}, "attributes");
    if (one.step == "enable" && asked && can_access(*asked) == false)
        return "enable ok although the driver says the pair cannot";
    return "";
}

std::string pairs_text(const std::vector<const Capability*>& pairs) {
    std::string text;
    for (std::size_t i = 0; i < pairs.size() && i < pairs_named; ++i)
        text += fmt::format("{}{}→{}", i == 0 ? "" : ", ", pairs[i]->src, pairs[i]->dst);
    if (pairs.size() > pairs_named)
        text += fmt::format(" and {} more pairs", pairs.size() - pairs_named);
    return text;
}

}  // namespace

std::optional<bool> can_access(const Capability& attributes) {
    const auto note = attributes.notes.find("can_access");
    if (note == attributes.notes.end()) return std::nullopt;
    return note->second != 0;
}

std::vector<StepSummary> summarise_steps(const std::vector<Capability>& all) {
    std::vector<StepSummary> steps;
    std::map<std::string, std::size_t> known;
    for (const auto& one : all) {
        const auto [at, is_new] = known.emplace(one.step, steps.size());
        if (is_new) steps.push_back({.step = one.step, .pairs = {}, .counts = {}});
        auto& step = steps[at->second];
        step.pairs.push_back(&one);
        ++step.counts[one.status];
    }
    return steps;
}

std::vector<std::string> capability_findings(const std::vector<Capability>& all) {
    ByPair pairs;
    for (const auto& one : all) pairs[{one.src, one.dst}].emplace(one.step, &one);
    std::vector<std::pair<std::string, std::vector<const Capability*>>> kinds;
    std::map<std::string, std::size_t> known;
    for (const auto& one : all) {
        const auto what = contradiction(pairs, one);
        if (what.empty()) continue;
        const auto [at, is_new] = known.emplace(what, kinds.size());
        if (is_new) kinds.emplace_back(what, std::vector<const Capability*>{});
        kinds[at->second].second.push_back(&one);
    }
    std::vector<std::string> lines;
    for (const auto& [what, concerned] : kinds) {
        lines.push_back(what + ": " + pairs_text(concerned));
        const auto& reason = concerned.front()->reason;
        if (!reason.empty()) lines.back() += fmt::format(" ({})", reason);
    }
    return lines;
}

}  // namespace hopbench::reporting
