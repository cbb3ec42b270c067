#include <fmt/format.h>

#include <algorithm>

#include "harness/model/size_text.hpp"
#include "harness/report/binding_section.hpp"
#include "harness/report/capability_section.hpp"
#include "harness/report/document.hpp"
#include "harness/report/failure_section.hpp"
#include "harness/report/format_value.hpp"
#include "harness/report/host_section.hpp"
#include "harness/report/matrix_section.hpp"
#include "harness/report/nccl_section.hpp"
#include "harness/report/render.hpp"
#include "harness/report/report_json.hpp"
#include "harness/report/report_summary.hpp"
#include "harness/report/role.hpp"

namespace hopbench {
namespace {

using namespace reporting;

std::string joined(const std::vector<std::string>& parts, const char* separator) {
    std::string text;
    for (const auto& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : separator) + part;
    return text;
}

std::vector<Phrase> lead_of(const Report& report) {
    const auto& identity = report.identity;
    const char* source = identity.simulated        ? "SIMULATED"
                         : report.kind == "import" ? "imported"
                                                   : "measured";
    std::vector<Phrase> lead{{.text = fmt::format("{}: {} × {}, {} {}", source, identity.gpu_count,
                                                  identity.gpu_model, report.kind, report.outcome),
                              .tone = Tone::strong}};
    if (identity.simulated) {
        std::string text =
            "SIMULATED: these numbers come from a model of a machine, not from a GPU";
        if (report.model)
            text +=
                fmt::format(" (model {}, SHA-256 {})", report.model->name, report.model->sha256);
        lead.push_back({.text = text, .tone = Tone::caution});
    }
    if (report.outcome != "complete")
        lead.push_back({.text = "the run was interrupted: what was measured until then",
                        .tone = Tone::caution});
    return lead;
}

std::string variant_text(const Variant& variant) {
    std::vector<std::string> parts = variant.uses;
    for (const auto& [name, value] : variant.settings)
        parts.push_back(fmt::format("{}={}", name, value));
    std::string text = fmt::format("{} ({})", variant.name, to_string(variant.role));
    if (!parts.empty()) text += ": " + joined(parts, ", ");
    text += variant.treatment.applied ? "" : " — NOT APPLIED";
    if (!variant.treatment.evidence.empty()) text += " — " + variant.treatment.evidence;
    return text;
}

Section machine_section(const Report& report) {
    Section section{.title = "machine and plan",
                    .lines = {},
                    .table = Table{.heads = {"", ""}, .left = {true, true}, .rows = {}},
                    .after = {}};
    const auto row = [&](const char* name, const std::string& text, Tone tone = Tone::plain) {
        if (!text.empty())
            section.table->rows.push_back(
                {{.text = name, .tone = Tone::quiet}, {.text = text, .tone = tone}});
    };
    const auto& setting = report.setting;
    const auto named = [](const char* name, const std::string& value) {
        return value.empty() ? std::string() : name + (" " + value);
    };
    row("from", report.origin);
    row("platform",
        joined({setting.platform, named("driver", setting.driver), named("kernel", setting.kernel)},
               " · "));
    row("NUMA", setting.numa_layout);
    row("simulation", setting.sim_set);
    std::vector<std::string> variables;
    for (const auto& [name, value] : setting.environment)
        variables.push_back(fmt::format("{}={}", name, value));
    row("environment", joined(variables, " "));
    const auto& plan = report.plan;
    row("plan", joined({named("suite", plan.suite), named("cases", plan.cases),
                        named("session", plan.session), fmt::format("seed {}", plan.seed),
                        fmt::format("{} blocks × {}", plan.blocks, plan.invocations_per_block)},
                       " · "));
    for (const auto& variant : report.variants)
        row("variant", variant_text(variant), variant.treatment.applied ? Tone::plain : Tone::bad);
    const auto& table = report.invocations;
    const auto bad = std::count_if(table.status.begin(), table.status.end(),
                                   [](Status status) { return status != Status::ok; });
    row("invocations", fmt::format("{}, {} of them failed", table.status.size(), bad),
        bad > 0 ? Tone::caution : Tone::plain);
    for (const auto& note : report.notes) row("note", note);
    return section;
}

/// One line per method, size and variant: what was published beside the numbers, as it was named.
Section companion_section(const Report& report) {
    Section section{.title = "published beside the numbers (median over pairs and invocations)",
                    .lines = {},
                    .table = {},
                    .after = {}};
    const Companion* before = nullptr;
    for (const auto& one : report.companions) {
        const bool joins = before && before->method == one.method && before->bytes == one.bytes &&
                           before->variant == one.variant;
        if (!joins)
            section.lines.push_back(
                {.text = fmt::format("{} {} {}:", one.method, size_text(one.bytes), one.variant)});
        auto& text = section.lines.back().text;
        text += fmt::format("{} {} {:.4g}", joins ? "," : "", one.name, one.median);
        if (one.min != one.max) text += fmt::format(" ({:.4g} to {:.4g})", one.min, one.max);
        before = &one;
    }
    return section;
}

/// The one variant that is shown unless everything is.
std::string shown_variant(const Report& report) {
    for (const auto& variant : report.variants)
        if (variant.role == Role::baseline) return variant.name;
    return report.variants.empty() ? "" : report.variants.front().name;
}

Role role_of(const Report& report, const std::string& name) {
    for (const auto& variant : report.variants)
        if (variant.name == name) return variant.role;
    return Role::candidate;
}

void add_numbers(Document& document, const ReportSummary& summary, const Report& report, bool all) {
    const auto shown = shown_variant(report);
    const auto hidden = [&](const CellKey& key) { return !all && key.variant != shown; };
    if (!summary.matrices.empty()) {
        std::string text = "rows are sources, columns destinations, in the order of NUMA nodes; ";
        text += "· itself  – not measured  ✗ failed  * failed in part";
        document.sections.push_back({.title = all ? "pairs" : "pairs, variant " + shown,
                                     .lines = {{.text = text, .tone = Tone::quiet}},
                                     .table = {},
                                     .after = {}});
    }
    for (const auto& matrix : summary.matrices)
        if (!hidden(matrix.key)) document.sections.push_back(matrix_section(matrix, report, all));
    for (const auto& copies : summary.host_copies)
        if (!hidden(copies.key)) document.sections.push_back(host_section(copies, report, all));
    for (const auto& collective : summary.collectives)
        if (all || role_of(report, collective.key.variant) != Role::control)
            document.sections.push_back(collective_section(collective, report));
    Section others{
        .title = "other cells",
        .lines = {},
        .table =
            Table{.heads = {"cell", "variant", "value"}, .left = {true, true, false}, .rows = {}},
        .after = {}};
    for (const auto& other : summary.others)
        if (!hidden(other.cell->key))
            others.table->rows.push_back({{.text = describe(other.cell->key)},
                                          {.text = other.cell->key.variant},
                                          {.text = format_value(other.value, other.cell->unit)}});
    if (!others.table->rows.empty()) document.sections.push_back(std::move(others));
    const auto variants = report.variants.size();
    if (!all && variants > 1)
        document.sections.push_back(
            {.title = "variants",
             .lines = {{.text = fmt::format(
                            "{} more measured and {} here: compare them with "
                            "`hopbench compare --base {}`",
                            variants - 1,
                            summary.collectives.empty() ? "not shown" : "shown in part", shown)}},
             .table = {},
             .after = {}});
}

}  // namespace

std::string render_report(const Report& report, Format format, const RenderOptions& options) {
    const auto summary = summarise(report);
    if (format == Format::json) return report_json(report, summary);
    Document document{.lead = lead_of(report), .sections = {}};
    document.sections.push_back(machine_section(report));
    if (options.all && !report.companions.empty())
        document.sections.push_back(companion_section(report));
    for (auto& section : capability_sections(report, options.all))
        document.sections.push_back(std::move(section));
    add_numbers(document, summary, report, options.all);
    if (auto section = nccl_section(report)) document.sections.push_back(std::move(*section));
    if (auto section = binding_section(report, options.all))
        document.sections.push_back(std::move(*section));
    if (auto section = failure_section(summary.failures, options.all))
        document.sections.push_back(std::move(*section));
    return format == Format::text ? to_text(document, options) : to_markdown(document);
}

}  // namespace hopbench
