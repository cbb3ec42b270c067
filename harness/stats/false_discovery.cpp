#include "harness/stats/false_discovery.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hopbench::stats {

std::vector<bool> benjamini_hochberg(std::span<const double> p, double q) {
    std::vector<double> order;
    order.reserve(p.size());
    for (const double value : p)
        if (!std::isnan(value)) order.push_back(value);
    std::sort(order.begin(), order.end());
    const auto m = static_cast<double>(order.size());
    double limit = -1;
    for (std::size_t k = 0; k < order.size(); ++k)
        if (order[k] <= q * static_cast<double>(k + 1) / m) limit = order[k];
    std::vector<bool> found(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) found[i] = p[i] <= limit;
    return found;
}

}  // namespace hopbench::stats
