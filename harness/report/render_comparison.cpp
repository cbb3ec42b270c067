#include <fmt/format.h>

#include "harness/report/comparison_json.hpp"
#include "harness/report/contrast_section.hpp"
#include "harness/report/document.hpp"
#include "harness/report/format_value.hpp"
#include "harness/report/render.hpp"

namespace hopbench {
namespace {

using namespace reporting;

constexpr std::size_t reasons_shown = 10;

Tone tone_of(Exit exit) {
    switch (exit) {
        case Exit::ok:
            return Tone::good;
        case Exit::findings:
            return Tone::bad;
        default:
            return Tone::caution;
    }
}

void add_all(std::vector<Phrase>& lines, const char* what, const std::vector<std::string>& texts,
             bool all, Tone tone = Tone::plain) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (!all && i == reasons_shown) {
            lines.push_back(
                {.text = fmt::format("{}: {} more", what, texts.size() - i), .tone = tone});
            return;
        }
        lines.push_back({.text = fmt::format("{}: {}", what, texts[i]), .tone = tone});
    }
}

std::string margins_text(const Comparison& comparison) {
    std::string text;
    for (const auto& [kind, epsilon] : comparison.margins)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(kind),
                            format_percent(epsilon));
    return text;
}

Phrase control_phrase(const ControlResult& control) {
    if (!control.present) return {.text = "negative control: none here", .tone = Tone::quiet};
    if (!control.passed)
        return {.text = "negative control: FAILED, this machine cannot adjudicate",
                .tone = Tone::bad};
    return {.text =
                fmt::format("negative control: passed, {} groups of the baseline against itself",
                            control.groups.size())};
}

Section basis_section(const Comparison& comparison, bool all) {
    Section section{.title = "rests on", .lines = {}, .table = {}, .after = {}};
    auto& lines = section.lines;
    if (!comparison.identity.empty()) lines.push_back({.text = "machine: " + comparison.identity});
    lines.push_back({.text = fmt::format("base: {}", comparison.base_source)});
    lines.push_back({.text = fmt::format("head: {}", comparison.head_source)});
    lines.push_back({.text = fmt::format("method: {}, simultaneous {} intervals", comparison.mode,
                                         format_percent(comparison.family_level))});
    lines.push_back({.text = "margins: " + margins_text(comparison)});
    lines.push_back(control_phrase(comparison.control));
    add_all(lines, "control", comparison.control.failures, all, Tone::bad);
    add_all(lines, "assumes", comparison.assumptions, true, Tone::caution);
    add_all(lines, "differs", comparison.differences, all);
    add_all(lines, "warning", comparison.warnings, all, Tone::caution);
    return section;
}

std::vector<Phrase> lead_of(const Comparison& comparison, bool all) {
    std::vector<Phrase> lead{{.text = comparison.headline, .tone = tone_of(comparison.exit)}};
    if (comparison.simulated)
        lead.push_back({.text = "SIMULATED: these numbers come from a model of a machine, not from "
                                "a GPU",
                        .tone = Tone::caution});
    add_all(lead, "incomparable", comparison.incomparable, all, Tone::caution);
    return lead;
}

}  // namespace

std::string render_comparison(const Comparison& comparison, Format format,
                              const RenderOptions& options) {
    if (format == Format::json) return comparison_json(comparison);
    Document document{.lead = lead_of(comparison, options.all), .sections = {}};
    for (const auto& contrast : comparison.contrasts)
        document.sections.push_back(contrast_section(contrast, options.all));
    document.sections.push_back(basis_section(comparison, options.all));
    if (options.all && comparison.control.present) {
        Contrast control;
        control.base = "baseline";
        control.head = "negative control";
        control.groups = comparison.control.groups;
        document.sections.push_back(contrast_section(control, true));
    }
    return format == Format::text ? to_text(document, options) : to_markdown(document);
}

}  // namespace hopbench
