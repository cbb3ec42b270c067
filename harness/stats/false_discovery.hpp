#pragma once
#include <span>
#include <vector>

namespace hopbench::stats {

/// Benjamini and Hochberg's step-up rule: entry i is true when p[i] is among the discoveries at
/// false discovery rate q. NaN entries take no part and are never discoveries.
[[nodiscard]] std::vector<bool> benjamini_hochberg(std::span<const double> p, double q);

}  // namespace hopbench::stats
