#include "harness/report/contrast_section.hpp"
#include "harness/model/size_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/report/format_value.hpp"

namespace hopbench::reporting {
namespace {

constexpr std::size_t watch_shown = 5;
constexpr std::size_t unmatched_shown = 5;

/// θ > 0 is worse; the change of the value has the sign people expect.
double change_of(double base, double head, Better better, const std::optional<Effect>& effect) {
    if (effect) return std::expm1(better == Better::lower ? effect->theta : -effect->theta);
    return head / base - 1;
}

double theta_of(const std::optional<Effect>& effect) {
    return effect ? effect->theta : 0;
}

bool changed(Verdict verdict) {
    return verdict == Verdict::worse || verdict == Verdict::better;
}

/// Worse first, then better, then the undecided; the largest first within each.
std::vector<const GroupResult*> ordered(const std::vector<GroupResult>& groups) {
    std::vector<const GroupResult*> order;
    order.reserve(groups.size());
    for (const auto& group : groups) order.push_back(&group);
    const auto rank = [](const GroupResult* group) {
        switch (group->verdict) {
            case Verdict::worse:
                return 0;
            case Verdict::better:
                return 1;
            case Verdict::incomparable:
            case Verdict::not_applied:
                return 2;
            case Verdict::inconclusive:
                return 3;
            case Verdict::same:
                break;
        }
        return 4;
    };
    std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
        if (rank(a) != rank(b)) return rank(a) < rank(b);
        return std::abs(theta_of(a->effect)) > std::abs(theta_of(b->effect));
    });
    return order;
}

std::string cell_text(const CellKey& key) {
    std::string text;
    if (key.src && key.dst)
        text = fmt::format("{}→{} ", *key.src, *key.dst);
    else if (key.src || key.dst)
        text =
            fmt::format("{}{} ", key.src ? "from GPU " : "to GPU ", key.src ? *key.src : *key.dst);
    text += key.method + " " + size_text(key.bytes);
    if (key.ranks) text += fmt::format(" {} ranks", *key.ranks);
    if (key.host_node) text += fmt::format(" node {}", *key.host_node);
    if (key.binding != "none") text += " bind " + key.binding;
    return text;
}

std::string worst_text(const GroupResult& group) {
    if (!group.worst) return "";
    const auto& worst = *group.worst;
    return cell_text(worst.key) + " " +
           format_change(change_of(worst.base_value, worst.head_value, worst.better, worst.effect));
}

std::string remark(const GroupResult& group) {
    std::string text = group.lean;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
    };
    for (const auto& flag : group.flags) add(flag);
    add(group.why);
    return text;
}

std::vector<Phrase> group_row(const GroupResult& group) {
    return {verdict_phrase(group.verdict),
            {.text = describe(group.key)},
            {.text = change_text(group.base_value, group.head_value, group.unit, group.better,
                                 group.effect)},
            {.text = worst_text(group)},
            {.text = std::to_string(group.cells), .tone = Tone::quiet},
            {.text = remark(group), .tone = Tone::quiet}};
}

/// "9 groups not shown: 7 same, 2 inconclusive (1 leans worse)"; empty when there is none.
std::string folded_text(const std::vector<const GroupResult*>& folded) {
    if (folded.empty()) return "";
    std::vector<std::pair<Verdict, int>> counts{{Verdict::same, 0},
                                                {Verdict::inconclusive, 0},
                                                {Verdict::incomparable, 0},
                                                {Verdict::not_applied, 0}};
    int leans_worse = 0;
    for (const auto* group : folded) {
        for (auto& [verdict, count] : counts) count += group->verdict == verdict ? 1 : 0;
        if (group->verdict == Verdict::inconclusive && group->lean == "leans worse") ++leans_worse;
    }
    std::string text =
        fmt::format("{} group{} not shown:", folded.size(), folded.size() == 1 ? "" : "s");
    const char* separator = " ";
    for (const auto& [verdict, count] : counts) {
        if (count == 0) continue;
        text += fmt::format("{}{} {}", separator, count, to_string(verdict));
        if (verdict == Verdict::inconclusive && leans_worse > 0)
            text += fmt::format(" ({} leaning worse)", leans_worse);
        separator = ", ";
    }
    return text;
}

void add_cells(Section& section, const Contrast& contrast, bool all) {
    std::vector<const CellResult*> watched;
    int counts[3] = {0, 0, 0};
    for (const auto& cell : contrast.cells) {
        if (cell.watch || (all && changed(cell.verdict))) watched.push_back(&cell);
        ++counts[cell.verdict == Verdict::worse ? 0 : cell.verdict == Verdict::better ? 1 : 2];
    }
    if (!contrast.cells.empty())
        section.after.push_back(
            {.text = fmt::format("single cells, reported but no gate: {} worse, {} better, {} not "
                                 "told apart",
                                 counts[0], counts[1], counts[2]),
             .tone = Tone::quiet});
    std::stable_sort(watched.begin(), watched.end(), [](const auto* a, const auto* b) {
        return std::abs(theta_of(a->effect)) > std::abs(theta_of(b->effect));
    });
    const auto shown = all ? watched.size() : std::min(watched.size(), watch_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& cell = *watched[i];
        section.after.push_back(
            {.text = fmt::format(
                 "{} {}{}{}: {}", cell.watch ? "watch" : to_string(cell.verdict),
                 cell_text(cell.key),
                 cell.key.metric == cell.key.method ? std::string() : ' ' + cell.key.metric,
                 cell.statistic == "median" ? "" : " " + cell.statistic,
                 change_text(cell.base_value, cell.head_value, cell.unit, cell.better,
                             cell.effect))});
    }
    if (shown < watched.size())
        section.after.push_back({.text = fmt::format("watch: {} more", watched.size() - shown)});
    const auto lost = contrast.unmatched.size();
    const auto listed = all ? lost : std::min(lost, unmatched_shown);
    for (std::size_t i = 0; i < listed; ++i)
        section.after.push_back({.text = "unmatched " + contrast.unmatched[i]});
    if (listed < lost)
        section.after.push_back({.text = fmt::format("unmatched: {} more", lost - listed)});
}

}  // namespace

std::string change_text(double base, double head, const std::string& unit, Better better,
                        const std::optional<Effect>& effect) {
    std::string text = format_value(base, unit);
    if (effect && effect->interval && std::isfinite(effect->critical * effect->se))
        text += " ± " + format_percent(std::expm1(effect->critical * effect->se));
    return text + " → " + format_value(head, unit) + " (" +
           format_change(change_of(base, head, better, effect)) + ")";
}

Phrase verdict_phrase(Verdict verdict) {
    const std::string word(to_string(verdict));
    switch (verdict) {
        case Verdict::worse:
            return {.text = "✗ " + word, .tone = Tone::bad};
        case Verdict::better:
            return {.text = "✓ " + word, .tone = Tone::good};
        case Verdict::same:
            return {.text = "= " + word, .tone = Tone::plain};
        case Verdict::inconclusive:
            return {.text = "? " + word, .tone = Tone::caution};
        case Verdict::incomparable:
        case Verdict::not_applied:
            break;
    }
    return {.text = "! " + word, .tone = Tone::caution};
}

Section contrast_section(const Contrast& contrast, bool all) {
    Section section{
        .title = contrast.base + " → " + contrast.head, .lines = {}, .table = {}, .after = {}};
    if (!contrast.applied)
        section.lines.push_back({.text = "NOT APPLIED: " + contrast.treatment, .tone = Tone::bad});
    else if (!contrast.treatment.empty())
        section.lines.push_back({.text = "applied: " + contrast.treatment, .tone = Tone::quiet});
    for (const auto& line : contrast.perceived) section.lines.push_back({.text = line});
    Table table{.heads = {"verdict", "group", "change", "worst cell", "cells", ""},
                .left = {true, true, true, true, false, true},
                .rows = {}};
    std::vector<const GroupResult*> folded;
    for (const auto* group : ordered(contrast.groups)) {
        if (all || changed(group->verdict))
            table.rows.push_back(group_row(*group));
        else
            folded.push_back(group);
    }
    const bool undecided = std::any_of(folded.begin(), folded.end(), [](const GroupResult* group) {
        return group->verdict == Verdict::inconclusive;
    });
    if (table.rows.empty())
        section.lines.push_back(
            {.text = undecided ? "no group is known to have changed" : "no group changed"});
    else
        section.table = std::move(table);
    if (const auto text = folded_text(folded); !text.empty())
        section.after.push_back({.text = text});
    add_cells(section, contrast, all);
    return section;
}

}  // namespace hopbench::reporting
