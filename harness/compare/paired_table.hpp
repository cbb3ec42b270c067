#pragma once
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/groups.hpp"
#include "harness/compare/match.hpp"
#include "harness/stats/block_estimate.hpp"

namespace hopbench::compare {

/// Rows × blocks, contiguous; NaN where a row has no number in a block.
class BlockMatrix {
  public:
    explicit BlockMatrix(std::size_t columns) : columns_(columns) {}

    std::span<double> append() {
        values_.resize(values_.size() + columns_);
        return std::span(values_).last(columns_);
    }
    void drop_last() { values_.resize(values_.size() - columns_); }
    [[nodiscard]] std::span<const double> row(std::size_t i) const {
        return std::span(values_).subspan(i * columns_, columns_);
    }
    [[nodiscard]] std::size_t columns() const { return columns_; }
    [[nodiscard]] std::size_t rows() const { return columns_ == 0 ? 0 : values_.size() / columns_; }

  private:
    std::size_t columns_;
    std::vector<double> values_;
};

/// Block effects of a set of rows (cells, or groups of them).
struct PairedEffects {
    explicit PairedEffects(std::size_t blocks)
        : base(blocks), head(blocks), effect(blocks), residual(blocks) {}

    BlockMatrix base, head;  ///< mean logs, only in blocks that both sides have
    BlockMatrix effect;      ///< d[b] = s·(head − base)
    BlockMatrix residual;    ///< d − θ̂, 0 where there is none
    std::vector<stats::BlockEstimate> estimates;
    std::vector<double> relative_quantum;
};

/// What the diagnostics need of one row's invocations.
struct Evidence {
    bool two_modes = false;
    bool drift = false;
    std::size_t unusable_base = 0, unusable_head = 0;  ///< invocations without a usable number
};

/// All numbers of one contrast, before any verdict.
struct PairedTable {
    explicit PairedTable(std::size_t blocks) : cells(blocks), by_group(blocks) {}

    std::string base, head;  ///< variant names
    std::vector<Row> rows;
    std::vector<Evidence> evidence;
    PairedEffects cells;
    std::vector<Group> groups;
    PairedEffects by_group;
    std::vector<std::string> unmatched;
    std::vector<std::string> lost;  ///< of those, the ones base measured and head could not
    std::vector<std::string> incomparable;
};

/// Pairs the cells of two variants by block. p99 is a row of its own where both sides have it.
[[nodiscard]] PairedTable pair_cells(const std::string& base_name,
                                     const std::vector<const Cell*>& base,
                                     const std::string& head_name,
                                     const std::vector<const Cell*>& head,
                                     std::span<const int> blocks,
                                     const std::map<MarginKind, double>& margins);

/// Lines for cells that one side lacks, with a line ahead for every group that is wholly lacking.
[[nodiscard]] std::vector<std::string> describe_unmatched(const Matching& matching,
                                                          const std::string& base_name,
                                                          const std::string& head_name);

}  // namespace hopbench::compare
