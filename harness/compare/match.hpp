#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::compare {

/// Order of keys with the variant left out: equal keys measure the same thing.
struct SameThingLess {
    bool operator()(const CellKey& a, const CellKey& b) const noexcept;
};

/// The cells of one variant, in key order. Throws usage_error when one appears twice.
[[nodiscard]] std::vector<const Cell*> cells_of(const Report& report, const std::string& variant);

struct CellPair {
    const Cell* base;
    const Cell* head;
};

/// Cells of two variants by key.
struct Matching {
    std::vector<CellPair> pairs;
    std::vector<const Cell*> only_base, only_head;
    std::vector<std::string> incomparable;  ///< same key, but another unit or direction of better
};
[[nodiscard]] Matching match(const std::vector<const Cell*>& base,
                             const std::vector<const Cell*>& head);

/// Why two cells of one key cannot be compared (unit, direction); empty when they can.
[[nodiscard]] std::string mismatch(const Cell& base, const Cell& head);

}  // namespace hopbench::compare
