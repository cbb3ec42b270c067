#include "harness/report/report_summary.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace hopbench::reporting {
namespace {

double median_of(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<long>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

CellSummary summarise(const Cell& cell) {
    std::vector<double> good;
    const auto& all = cell.invocations;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all.status[i] == Status::ok && all.median[i] == all.median[i])
            good.push_back(all.median[i]);
    return {.cell = &cell, .value = median_of(good), .good = good.size(), .total = all.size()};
}

void add_failures(const Cell& cell, const Report& report, std::vector<FailureSummary>& failures) {
    const auto& all = cell.invocations;
    std::map<std::pair<Status, std::uint32_t>, std::size_t> kinds;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all.status[i] != Status::ok) ++kinds[{all.status[i], all.reason[i]}];
    for (const auto& [kind, count] : kinds)
        failures.push_back({.cell = &cell,
                            .status = kind.first,
                            .reason = report.reasons.at(kind.second),
                            .count = count,
                            .total = all.size()});
}

/// Everything of a key but source and destination, in the order of display.
auto matrix_key(const CellKey& key, bool with_bytes) {
    return std::tuple(key.variant, key.binding, key.family, key.method, key.metric, key.direction,
                      key.engine, key.host_node, with_bytes ? key.bytes : 0);
}

}  // namespace

ReportSummary summarise(const Report& report) {
    ReportSummary summary;
    std::map<decltype(matrix_key({}, true)), MatrixSummary> matrices, collectives;
    for (const auto& cell : report.cells) {
        const auto& key = cell.key;
        add_failures(cell, report, summary.failures);
        const bool is_pair = key.src && key.dst;
        if (!is_pair && cell.pair_class != PairClass::collective) {
            summary.others.push_back(summarise(cell));
            continue;
        }
        auto& matrix =
            is_pair ? matrices[matrix_key(key, true)] : collectives[matrix_key(key, false)];
        if (matrix.cells.empty()) matrix.key = key;
        matrix.cells.push_back(summarise(cell));
    }
    for (auto& [key, matrix] : matrices) summary.matrices.push_back(std::move(matrix));
    for (auto& [key, matrix] : collectives) summary.collectives.push_back(std::move(matrix));
    return summary;
}

std::vector<Gpu> axis_order(std::vector<Gpu> gpus) {
    const auto rank = [](const Gpu& gpu) {
        return std::tuple(!gpu.numa_node.has_value(), gpu.numa_node.value_or(0), gpu.index);
    };
    std::sort(gpus.begin(), gpus.end(),
              [&](const Gpu& a, const Gpu& b) { return rank(a) < rank(b); });
    return gpus;
}

double bus_factor(const std::string& family, int gpus) {
    if (gpus < 2) return 0;
    const double n = gpus;
    if (family == "allreduce") return 2 * (n - 1) / n;
    if (family == "allgather" || family == "reducescatter" || family == "alltoall" ||
        family == "gather" || family == "scatter")
        return (n - 1) / n;
    return family == "broadcast" || family == "reduce" || family == "sendrecv" ? 1 : 0;
}

}  // namespace hopbench::reporting
