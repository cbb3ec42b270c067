#include "harness/compare/session_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "harness/compare/contrast.hpp"
#include "harness/compare/wording.hpp"
#include "harness/stats/distribution.hpp"
#include "harness/stats/false_discovery.hpp"
#include "harness/stats/welch.hpp"

namespace hopbench::compare {
namespace {

constexpr double family_error = 0.05;
constexpr double watch_rate = 0.05;

struct Basis {
    SessionBasis kind = SessionBasis::none;
    double session_sd = 0;  ///< fraction; of stated_sd only
};

struct SessionEvaluated {
    Evaluated evaluated;
    double p = std::numeric_limits<double>::quiet_NaN();  ///< for the watch list
};

double mean_of(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

SessionEvaluated evaluate(std::span<const double> base, std::span<const double> head, double sign,
                          double relative_quantum, const Basis& basis, std::size_t family) {
    const stats::WelchEstimate welch = stats::welch(base, head);
    const auto smaller = static_cast<int>(std::min(base.size(), head.size()));
    const double floor = relative_quantum / std::sqrt(smaller);
    SessionEvaluated result{.evaluated = {.theta = sign * welch.difference,
                                          .se = std::max(welch.se, floor),
                                          .n = smaller,
                                          .critical = {},
                                          .why_not = {},
                                          .base_log = mean_of(base),
                                          .head_log = mean_of(head)}};
    Evaluated& evaluated = result.evaluated;
    const double p = 1 - family_error / 2 / static_cast<double>(family);
    switch (basis.kind) {
        case SessionBasis::welch:
            evaluated.critical = stats::t_quantile(p, welch.df);
            result.p = watch_p(evaluated.theta, evaluated.se, welch.df);
            break;
        case SessionBasis::stated_sd:
            evaluated.se =
                std::max(floor, basis.session_sd * std::sqrt(1 / static_cast<double>(base.size()) +
                                                             1 / static_cast<double>(head.size())));
            evaluated.critical = stats::normal_quantile(p);
            result.p = watch_p(evaluated.theta, evaluated.se, 0);
            break;
        case SessionBasis::none:
            evaluated.why_not = count_of(base.size(), "session") + " of base and " +
                                std::to_string(head.size()) + " of head, " +
                                std::to_string(minimum_sessions) +
                                " a side are needed (or a stated --session-sd)";
            break;
    }
    return result;
}

template <class Result>
void rest_on_statement(Result& result, const Basis& basis) {
    if (basis.kind != SessionBasis::stated_sd) return;
    result.why += (result.why.empty() ? "" : "; ") +
                  std::string("rests on the stated session sd of ") + percent(basis.session_sd);
}

}  // namespace

SessionBasis session_basis(std::size_t base_sessions, std::size_t head_sessions,
                           std::optional<double> session_sd) noexcept {
    if (std::min(base_sessions, head_sessions) >= minimum_sessions) return SessionBasis::welch;
    return session_sd ? SessionBasis::stated_sd : SessionBasis::none;
}

Contrast judge_sessions(const SessionTable& table, const std::string& base_label,
                        const std::string& head_label, const std::string& head_variant,
                        std::optional<double> session_sd) {
    const Basis basis{.kind = session_basis(table.base.columns(), table.head.columns(), session_sd),
                      .session_sd = session_sd.value_or(0)};
    Contrast contrast;
    contrast.base = base_label;
    contrast.head = head_label;
    contrast.unmatched = table.unmatched;
    std::vector<double> p;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const Row& row = table.rows[i];
        const SessionEvaluated cell = evaluate(table.base.row(i), table.head.row(i), row.sign(),
                                               row.relative_quantum, basis, table.rows.size());
        p.push_back(cell.p);
        contrast.cells.push_back(judge_cell(row, head_variant, cell.evaluated));
        rest_on_statement(contrast.cells.back(), basis);
    }
    const std::vector<bool> found = stats::benjamini_hochberg(p, watch_rate);
    for (std::size_t i = 0; i < found.size(); ++i) contrast.cells[i].watch = found[i];
    for (std::size_t g = 0; g < table.groups.size(); ++g) {
        const Group& group = table.groups[g];
        const SessionEvaluated evaluated = evaluate(
            table.group_base.row(g), table.group_head.row(g), table.rows[group.rows.front()].sign(),
            table.group_quantum[g], basis, table.groups.size());
        GroupResult result = judge_group(group, table.rows, head_label, evaluated.evaluated);
        rest_on_statement(result, basis);
        set_worst(result, group, contrast.cells);
        contrast.groups.push_back(std::move(result));
    }
    return contrast;
}

}  // namespace hopbench::compare
