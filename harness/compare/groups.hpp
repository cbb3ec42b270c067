#pragma once
#include <cstddef>
#include <vector>

#include "harness/compare/margins.hpp"
#include "harness/model/comparison.hpp"

namespace hopbench::compare {

/// One compared number: a cell's statistic on both sides. In the comparison of sessions `base` and
/// `head` are the first session's cells.
struct Row {
    const Cell* base = nullptr;
    const Cell* head = nullptr;
    Statistic statistic = Statistic::median;
    MarginKind margin_kind = MarginKind::latency;
    double delta = 0;             ///< δ
    double relative_quantum = 0;  ///< sd on the log scale that the timer leaves: q/(√12·x̃)

    /// +1 where lower is better, −1 where higher is: θ > 0 is worse.
    [[nodiscard]] double sign() const noexcept {
        return base->better == Better::lower ? 1.0 : -1.0;
    }
};

/// Rows that are judged together: metric × statistic × class (of the head) × band.
///
/// Rows of one group that differ in unit, direction or margin are kept apart as groups of one name.
struct Group {
    GroupKey key;
    std::vector<std::size_t> rows;  ///< indices, in row order
};

/// Groups in key order; every row is in one.
[[nodiscard]] std::vector<Group> make_groups(const std::vector<Row>& rows);

[[nodiscard]] GroupKey group_key(const Cell& cell, Statistic statistic);

}  // namespace hopbench::compare
