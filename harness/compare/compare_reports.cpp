#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/compare/cell_logs.hpp"
#include "harness/compare/compare.hpp"
#include "harness/compare/contrast.hpp"
#include "harness/compare/control.hpp"
#include "harness/compare/gating.hpp"
#include "harness/compare/identity.hpp"
#include "harness/compare/outcome.hpp"
#include "harness/compare/paired_judge.hpp"
#include "harness/compare/perceived.hpp"
#include "harness/compare/session_judge.hpp"
#include "harness/compare/session_table.hpp"
#include "harness/compare/variants.hpp"
#include "harness/compare/wording.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

using namespace compare;  // NOLINT(google-build-using-namespace): the parts of this file's job

void check_options(const std::vector<Report>& base, const std::vector<Report>& head,
                   const CompareOptions& options) {
    if (base.empty() || head.empty())
        throw usage_error("compare", std::string(base.empty() ? "base" : "head") + " has no report",
                          "name at least one report a side");
    if (options.session_sd && !(std::isfinite(*options.session_sd) && *options.session_sd > 0))
        throw usage_error("--session-sd", "it is not a percentage above 0",
                          "state how much sessions of one machine differ, e.g. 2");
}

std::vector<Session> sessions_of(const std::vector<Report>& reports, const std::string& side) {
    std::vector<Session> sessions;
    sessions.reserve(reports.size());
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const std::string fallback =
            reports.size() == 1 ? side : side + " session " + std::to_string(i + 1);
        sessions.push_back({.report = &reports[i],
                            .label = source_of(reports[i], fallback),
                            .variant = session_variant(reports[i]).name});
    }
    return sessions;
}

std::string sources(const std::vector<Session>& sessions) {
    std::vector<std::string> labels;
    labels.reserve(sessions.size());
    for (const Session& session : sessions) labels.push_back(session.label);
    return join(labels, ", ");
}

/// Every report against the first of base: identity, and settings of head against base.
void check_identity(Comparison& comparison, const std::vector<Session>& base,
                    const std::vector<Session>& head) {
    const Report& first = *base.front().report;
    for (const Session& session : base) {
        for (const std::string& line : identity_mismatches(first, *session.report))
            add_once(comparison.incomparable, line + " (" + session.label + ")");
        for (const std::string& line : setting_differences(first, *session.report))
            add_once(comparison.warnings, "sessions of base differ: " + line);
    }
    for (const Session& session : head) {
        for (const std::string& line : identity_mismatches(first, *session.report))
            add_once(comparison.incomparable, line);
        for (const std::string& line : setting_differences(first, *session.report))
            add_once(comparison.differences, line);
        for (const std::string& line :
             variant_differences(session_variant(first), session_variant(*session.report)))
            add_once(comparison.differences, line);
    }
}

/// Two files of one session count it twice.
/// One session counted twice would look like two that agree.
void refuse_repeats(const std::vector<Session>& sessions, const std::string& side) {
    for (std::size_t i = 0; i < sessions.size(); ++i)
        for (std::size_t j = i + 1; j < sessions.size(); ++j) {
            const Volatile& a = sessions[i].report->volatile_part;
            const Volatile& b = sessions[j].report->volatile_part;
            if (!a.started.empty() && a.started == b.started && a.host == b.host &&
                sessions[i].report->samples.sha256 == sessions[j].report->samples.sha256)
                throw usage_error(side,
                                  sessions[i].label + " and " + sessions[j].label +
                                      " are one session, named twice",
                                  "name every session once");
        }
}

/// A session whose own negative control fails cannot adjudicate within itself; between sessions
/// that is a warning, since the sessions' scatter carries it.
void warn_of_control(Comparison& comparison, const Session& session, std::uint64_t seed) {
    const Report& report = *session.report;
    const std::vector<Variant> variants = variants_of(report);
    const Variant* baseline = find_role(variants, Role::baseline);
    const Variant* control = find_role(variants, Role::control);
    if (baseline == nullptr || control == nullptr) return;
    const std::vector<const Cell*> base = cells_of(report, baseline->name);
    const std::vector<int> blocks = block_ids(base);
    const std::vector<PairedTable> tables{pair_cells(baseline->name, base, control->name,
                                                     cells_of(report, control->name), blocks,
                                                     comparison.margins)};
    PairedVerdicts verdicts = judge_pairs(tables, static_cast<int>(blocks.size()), seed, 0);
    std::vector<std::string> unjudged;
    for (const std::string& failure :
         judge_control(std::move(verdicts.contrasts.front()), unjudged).failures)
        add_once(comparison.warnings, session.label + ": its negative control failed: " + failure);
}

void warn(Comparison& comparison, const std::vector<Session>& base,
          const std::vector<Session>& head, std::uint64_t seed) {
    for (const auto* side : {&base, &head})
        for (const Session& session : *side) {
            if (session.report->outcome != "complete")
                add_once(comparison.warnings, session.label + ": the run was " +
                                                  session.report->outcome +
                                                  ": only what it measured is compared");
            warn_of_control(comparison, session, seed);
        }
}

void warn_of_table(Comparison& comparison, const SessionTable& table) {
    if (table.classes_differ > 0)
        comparison.warnings.push_back(
            count_of(table.classes_differ, "cell") +
            " have another class in base than in head; groups follow the head");
    if (!table.unmatched.empty())
        comparison.warnings.push_back(count_of(table.unmatched.size(), "unmatched cell") +
                                      ", left out of every group");
}

void state_assumptions(Comparison& comparison, const SessionTable& table,
                       const std::vector<Session>& base, const std::vector<Session>& head,
                       const CompareOptions& options) {
    std::vector<std::string>& lines = comparison.assumptions;
    lines.push_back(
        fmt::format("the unit is the session: {} of base (variant {}), {} of head "
                    "(variant {})",
                    base.size(), base.front().variant, head.size(), head.front().variant));
    const std::string bonferroni = fmt::format("95 % intervals hold together over {} (Bonferroni)",
                                               count_of(table.groups.size(), "group"));
    switch (session_basis(base.size(), head.size(), options.session_sd)) {
        case SessionBasis::welch:
            lines.push_back("Welch's t on session means; " + bonferroni);
            if (options.session_sd)
                comparison.warnings.emplace_back(
                    "--session-sd is not used: the sessions show their own scatter");
            break;
        case SessionBasis::stated_sd:
            lines.push_back("the session-to-session sd of " + percent(*options.session_sd) +
                            " was stated, not measured: every verdict rests on it");
            lines.push_back("normal intervals with that sd; " + bonferroni);
            break;
        case SessionBasis::none:
            lines.push_back("fewer than " + std::to_string(minimum_sessions) +
                            " sessions a side and no stated --session-sd: no interval exists and "
                            "every group is inconclusive");
            break;
    }
}

/// One session that measured something else than its name says spoils its side.
void check_treatment(Contrast& contrast, const std::vector<Session>& base,
                     const std::vector<Session>& head) {
    const Variant shown = session_variant(*head.front().report);
    // A baseline has nothing to apply.
    if (shown.role == Role::candidate) contrast.treatment = shown.treatment.evidence;
    std::vector<std::string> absent;
    for (const auto* side : {&base, &head})
        for (const Session& session : *side) {
            const Variant variant = session_variant(*session.report);
            if (!variant.treatment.applied)
                add_once(absent, session.label + ": " + not_in_effect(variant));
        }
    if (!absent.empty()) mark_not_applied(contrast, join(absent, "; "));
}

/// Of the first session of each side; sessions of one side that differ are named.
void note_perceived(Comparison& comparison, const std::vector<Session>& base,
                    const std::vector<Session>& head) {
    const auto side = [](const Session& session) { return Side{*session.report, session.variant}; };
    comparison.contrasts.front().perceived =
        perceived_differences(side(base.front()), side(head.front()));
    for (const auto& [sessions, name] : {std::pair(&base, "base"), std::pair(&head, "head")})
        for (const Session& session : *sessions)
            for (const std::string& line :
                 perceived_changes(side(sessions->front()), side(session)))
                add_once(comparison.warnings,
                         std::string("sessions of ") + name + " differ: " + line);
}

}  // namespace

Comparison compare_reports(const std::vector<Report>& base, const std::vector<Report>& head,
                           const CompareOptions& options) {
    check_options(base, head, options);
    const std::vector<Session> base_sessions = sessions_of(base, "base");
    const std::vector<Session> head_sessions = sessions_of(head, "head");
    refuse_repeats(base_sessions, "base");
    refuse_repeats(head_sessions, "head");
    Comparison comparison;
    comparison.mode = "sessions";
    comparison.base_source = sources(base_sessions);
    comparison.head_source = sources(head_sessions);
    comparison.simulated = head.front().identity.simulated;
    comparison.identity = describe_identity(head.front());
    comparison.margins = resolve_margins(base.front(), options);
    check_identity(comparison, base_sessions, head_sessions);
    if (!comparison.incomparable.empty()) {  // numbers beside each other would mislead
        conclude(comparison, options);
        return comparison;
    }
    const SessionTable table = tabulate_sessions(base_sessions, head_sessions, comparison.margins);
    comparison.incomparable = table.incomparable;
    comparison.contrasts.push_back(
        judge_sessions(table, comparison.base_source, comparison.head_source,
                       head_sessions.front().variant, options.session_sd));
    check_treatment(comparison.contrasts.front(), base_sessions, head_sessions);
    note_perceived(comparison, base_sessions, head_sessions);
    state_assumptions(comparison, table, base_sessions, head_sessions, options);
    for (const Session& from : base_sessions)
        for (const Session& to : head_sessions) {
            Comparison found;
            check_gating(found, {*from.report, from.variant}, {*to.report, to.variant});
            for (const std::string& line : found.incomparable)
                add_once(comparison.incomparable, line);
            for (const std::string& line : found.warnings) add_once(comparison.warnings, line);
        }
    warn(comparison, base_sessions, head_sessions, options.seed);
    warn_of_table(comparison, table);
    conclude(comparison, options);
    if (session_basis(base.size(), head.size(), options.session_sd) == SessionBasis::stated_sd)
        comparison.headline += " (assuming a session sd of " + percent(*options.session_sd) + ")";
    return comparison;
}

}  // namespace hopbench
