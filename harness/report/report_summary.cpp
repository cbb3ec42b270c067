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

/// What the cells of one table share, in the order of display.
auto table_key(const CellKey& key, bool with_node, bool with_bytes) {
    return std::tuple(key.variant, key.binding, key.family, key.method, key.metric, key.direction,
                      key.engine, key.ranks, with_node ? key.host_node : std::nullopt,
                      with_bytes ? key.bytes : 0);
}

using Tables = std::map<decltype(table_key({}, true, true)), MatrixSummary>;

std::vector<MatrixSummary> values_of(Tables&& tables) {
    std::vector<MatrixSummary> values;
    for (auto& [key, table] : tables) values.push_back(std::move(table));
    return values;
}

}  // namespace

ReportSummary summarise(const Report& report) {
    ReportSummary summary;
    Tables matrices, collectives, host_copies;
    for (const auto& cell : report.cells) {
        const auto& key = cell.key;
        add_failures(cell, report, summary.failures);
        const bool is_collective = cell.pair_class == PairClass::collective;
        if (!key.src && !key.dst && !is_collective) {
            summary.others.push_back(summarise(cell));
            continue;
        }
        auto& table = key.src && key.dst ? matrices[table_key(key, true, true)]
                      : is_collective    ? collectives[table_key(key, true, false)]
                                         : host_copies[table_key(key, false, true)];
        if (table.cells.empty()) table.key = key;
        table.cells.push_back(summarise(cell));
    }
    summary.matrices = values_of(std::move(matrices));
    summary.collectives = values_of(std::move(collectives));
    summary.host_copies = values_of(std::move(host_copies));
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
