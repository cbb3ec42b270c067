#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "harness/compare/cell_logs.hpp"
#include "harness/compare/compare.hpp"
#include "harness/compare/contrast.hpp"
#include "harness/compare/control.hpp"
#include "harness/compare/gating.hpp"
#include "harness/compare/identity.hpp"
#include "harness/compare/outcome.hpp"
#include "harness/compare/paired_judge.hpp"
#include "harness/compare/perceived.hpp"
#include "harness/compare/variants.hpp"
#include "harness/compare/wording.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

using namespace compare;  // NOLINT(google-build-using-namespace): the parts of this file's job

Variant choose_base(const std::vector<Variant>& variants, const std::string& name,
                    const Report& run) {
    if (!name.empty()) return require_variant(variants, name, run);
    if (const Variant* baseline = find_role(variants, Role::baseline)) return *baseline;
    return require_variant(variants, "baseline", run);
}

std::vector<Variant> choose_heads(const std::vector<Variant>& variants, const Variant& base,
                                  const std::vector<std::string>& names, const Report& run) {
    std::vector<Variant> heads;
    for (const std::string& name : names) {
        const Variant& head = require_variant(variants, name, run);
        if (head.name == base.name)
            throw usage_error("--head " + name, "it is the base too",
                              "name two different variants");
        if (find_variant(heads, name) == nullptr) heads.push_back(head);
    }
    if (names.empty())
        for (const Variant& variant : variants)
            if (variant.role == Role::candidate && variant.name != base.name)
                heads.push_back(variant);
    return heads;
}

void state_assumptions(Comparison& comparison, const PairedFamilies& families, std::size_t blocks) {
    comparison.assumptions.push_back("the unit is one process invocation, paired in " +
                                     count_of(blocks, "block"));
    comparison.assumptions.push_back(fmt::format(
        "95 % intervals hold together over {} of all contrasts and the negative control: critical "
        "value {:.2f} from {} {} sign flips",
        count_of(families.groups, "group"), families.group_critical,
        families.exhaustive ? "all" : "drawn", families.flips));
    if (families.cells > families.groups)
        comparison.assumptions.push_back(
            fmt::format("single cells are a family of {} with critical value {:.2f} and nearly "
                        "mute; groups decide",
                        families.cells, families.cell_critical));
}

/// Warnings about the run itself, and about invocations that failed.
void warn(Comparison& comparison, const Report& run, const std::vector<PairedTable>& tables) {
    if (run.outcome != "complete")
        comparison.warnings.push_back("the run was " + run.outcome +
                                      ": only what it measured is compared");
    if (!comparison.control.present)
        comparison.warnings.emplace_back(
            "no negative control in this report: that the machine can adjudicate is unproven");
    for (const PairedTable& table : tables) {
        std::size_t cells = 0;
        for (const Evidence& evidence : table.evidence)
            cells += evidence.unusable_base + evidence.unusable_head > 0 ? 1 : 0;
        if (cells > 0)
            comparison.warnings.push_back(
                table.head + ": " + count_of(cells, "cell") +
                " with failed invocations; a block counts where both sides have a number");
        if (!table.unmatched.empty())
            comparison.warnings.push_back(
                table.head + ": unmatched cells are listed and left out of every group");
    }
}

/// A side that lost what its base could measure has no verdict: what fails must not pass a gate.
void refuse_lost_cells(Comparison& comparison, const PairedTable& table) {
    if (table.lost.empty()) return;
    comparison.incomparable.push_back(table.head + " gave no number for " +
                                      count_of(table.lost.size(), "cell") + " that " + table.base +
                                      " measured, the first " + table.lost.front());
}

void check_treatment(Contrast& contrast, const Variant& base, const Variant& head) {
    contrast.treatment = head.treatment.evidence;
    std::vector<std::string> absent;
    for (const Variant* variant : {&base, &head})
        if (!variant->treatment.applied) absent.push_back(not_in_effect(*variant));
    if (!absent.empty()) mark_not_applied(contrast, join(absent, "; "));
}

}  // namespace

Comparison compare_variants(const Report& run, const std::string& base,
                            const std::vector<std::string>& heads, const CompareOptions& options) {
    const std::vector<Variant> variants = variants_of(run);
    const Variant base_variant = choose_base(variants, base, run);
    const std::vector<Variant> head_variants = choose_heads(variants, base_variant, heads, run);
    const Variant* baseline = find_role(variants, Role::baseline);
    const Variant* control = find_role(variants, Role::control);
    const bool has_control = baseline != nullptr && control != nullptr;
    if (head_variants.empty() && !has_control)
        throw usage_error(source_of(run, "the report"),
                          "it has no variant beside " + base_variant.name,
                          "run it with --variants or --variant, or compare it with another report");

    Comparison comparison;
    comparison.mode = "paired blocks";
    comparison.base_source = source_of(run, "");
    comparison.head_source = source_of(run, "");
    comparison.simulated = run.identity.simulated;
    comparison.identity = describe_identity(run);
    comparison.margins = resolve_margins(run, options);

    std::vector<const Cell*> all;
    for (const Cell& cell : run.cells) all.push_back(&cell);
    const std::vector<int> blocks = block_ids(all);
    std::vector<PairedTable> tables;
    const auto pair = [&](const std::string& from, const std::string& to) {
        tables.push_back(pair_cells(from, cells_of(run, from), to, cells_of(run, to), blocks,
                                    comparison.margins));
    };
    for (const Variant& head : head_variants) {
        pair(base_variant.name, head.name);
        for (std::string& line : variant_differences(base_variant, head))
            comparison.differences.push_back(std::move(line));
    }
    if (has_control) pair(baseline->name, control->name);

    PairedVerdicts verdicts =
        judge_pairs(tables, static_cast<int>(blocks.size()), options.seed, head_variants.size());
    if (has_control) {
        comparison.control =
            judge_control(std::move(verdicts.contrasts.back()), comparison.warnings);
        verdicts.contrasts.pop_back();
    }
    comparison.contrasts = std::move(verdicts.contrasts);
    for (std::size_t c = 0; c < comparison.contrasts.size(); ++c)
        check_treatment(comparison.contrasts[c], base_variant, head_variants[c]);
    for (std::size_t c = 0; c < comparison.contrasts.size(); ++c)
        comparison.contrasts[c].perceived =
            perceived_differences({run, base_variant.name}, {run, head_variants[c].name});
    for (const PairedTable& table : tables)
        for (const std::string& line : table.incomparable) add_once(comparison.incomparable, line);
    for (const PairedTable& table : tables) refuse_lost_cells(comparison, table);
    for (const Variant& head : head_variants)
        check_gating(comparison, {run, base_variant.name}, {run, head.name});
    state_assumptions(comparison, verdicts.families, blocks.size());
    warn(comparison, run, tables);
    conclude(comparison, options);
    return comparison;
}

}  // namespace hopbench
