#include "harness/report/capability_section.hpp"

#include <fmt/format.h>

#include "harness/report/capability_summary.hpp"
#include "harness/report/pair_grid.hpp"

namespace hopbench::reporting {
namespace {

const char* meaning_of(const std::string& step) {
    if (step == "attributes") return "what the driver says, which gates nothing";
    if (step == "enable") return "peer access switched on";
    if (step == "ce_push") return "copy engine of the source, bytes checked at their owner";
    if (step == "sm_store") return "stores of a kernel on the source, checked at their owner";
    return "";
}

Phrase word_of(const Capability& one) {
    if (one.status == Status::ok) {
        const auto access = one.step == "attributes" ? can_access(one) : std::nullopt;
        if (access == false) return {.text = "no", .tone = Tone::caution};
        return {.text = access ? "yes" : "ok", .tone = Tone::good};
    }
    if (one.status == Status::not_supported) return {.text = "no", .tone = Tone::quiet};
    std::string word(to_string(one.status));
    for (char& c : word)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return {.text = word, .tone = Tone::bad};
}

bool is_uniform(const StepSummary& step) {
    for (const auto* pair : step.pairs)
        if (word_of(*pair).text != word_of(*step.pairs.front()).text) return false;
    return true;
}

std::string uniform_text(const StepSummary& step) {
    const auto& first = *step.pairs.front();
    std::string text =
        fmt::format("{}: {} for all {}", step.step, word_of(first).text,
                    fmt::format("{} pair{}", step.pairs.size(), step.pairs.size() == 1 ? "" : "s"));
    if (!first.reason.empty()) text += fmt::format(" ({})", first.reason);
    return text;
}

Section step_section(const StepSummary& step, const Report& report) {
    std::map<std::pair<int, int>, const Capability*> pairs;
    std::set<int> indexes;
    for (const auto* pair : step.pairs) {
        pairs[{pair->src, pair->dst}] = pair;
        indexes.insert({pair->src, pair->dst});
    }
    Section section{.title = "capability " + step.step, .lines = {}, .table = {}, .after = {}};
    if (const std::string meaning = meaning_of(step.step); !meaning.empty())
        section.title += " · " + meaning;
    section.table = pair_grid(report.gpus, indexes, [&](int src, int dst) -> std::optional<Phrase> {
        const auto found = pairs.find({src, dst});
        if (found == pairs.end()) return std::nullopt;
        return word_of(*found->second);
    });
    return section;
}

}  // namespace

std::vector<Section> capability_sections(const Report& report, bool all) {
    if (report.capabilities.empty()) return {};
    Section head{.title = "what pairs can do, tried once before the blocks",
                 .lines = {},
                 .table = {},
                 .after = {}};
    for (const auto& finding : capability_findings(report.capabilities))
        head.lines.push_back({.text = "finding: " + finding, .tone = Tone::bad});
    std::vector<Section> sections;
    for (const auto& step : summarise_steps(report.capabilities)) {
        if (!all && is_uniform(step))
            head.lines.push_back({.text = uniform_text(step)});
        else
            sections.push_back(step_section(step, report));
    }
    if (!sections.empty())
        head.lines.push_back({.text = "rows are sources, columns destinations; no: not supported  "
                                      "– not tried, a step before it failed",
                              .tone = Tone::quiet});
    sections.insert(sections.begin(), std::move(head));
    return sections;
}

}  // namespace hopbench::reporting
