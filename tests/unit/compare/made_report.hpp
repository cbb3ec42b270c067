#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/compare/compare.hpp"
#include "harness/model/report.hpp"

namespace hopbench {

/// A report as a run would write it: every variant has the same cells, two invocations a block in
/// mirrored order, values = base value × effect × noise.
struct Recipe {
    std::vector<std::string> variants{"baseline", "slow", "baseline-control"};
    int gpus = 3;
    std::vector<std::uint64_t> sizes{4, 65536};
    int blocks = 10;
    double invocation_sd = 0.005;  ///< log scale
    double session_sd = 0;         ///< log scale, one draw a report
    double drift = 0;              ///< log scale, a step of position
    double quantum = 0;            ///< seconds
    std::uint64_t seed = 1;
    std::map<std::string, double> factor = {};  ///< of a variant's times; 1.10 is 10 % slower
    bool with_p99 = false;
};

[[nodiscard]] Report make_report(const Recipe& recipe);

/// The cells of one variant, for planting faults.
[[nodiscard]] std::vector<Cell*> cells_of_variant(Report& report, const std::string& variant);

void remove_cells(Report& report, const std::function<bool(const Cell&)>& unwanted);

/// Turns times into bandwidths: bytes / time, higher is better.
void to_bandwidth(Report& report);

/// Multiplies every value of every cell (a change of unit), quantum included.
void rescale(Report& report, double factor);

/// Every field of a comparison as text, doubles in full: equal text is an equal comparison.
[[nodiscard]] std::string dump(const Comparison& comparison);

}  // namespace hopbench
