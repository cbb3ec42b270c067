#include "harness/compare/cell_logs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace hopbench::compare {
namespace {

const std::vector<double>& values_of(const Cell& cell, Statistic statistic) noexcept {
    return statistic == Statistic::median ? cell.invocations.median : cell.invocations.p99;
}

bool usable(const Cell& cell, Statistic statistic, std::size_t i) noexcept {
    const std::vector<double>& values = values_of(cell, statistic);
    const std::vector<Status>& status = cell.invocations.status;
    return i < values.size() && i < status.size() && status[i] == Status::ok &&
           std::isfinite(values[i]) && values[i] > 0;
}

std::vector<std::size_t> time_order(const Invocations& invocations) {
    std::vector<std::size_t> order(invocations.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto when = [&](std::size_t i) {
        const int position = i < invocations.position.size() ? invocations.position[i] : 0;
        return std::pair(invocations.block[i], position);
    };
    const auto earlier = [&](std::size_t a, std::size_t b) { return when(a) < when(b); };
    if (!std::is_sorted(order.begin(), order.end(), earlier))
        std::stable_sort(order.begin(), order.end(), earlier);
    return order;
}

}  // namespace

CellLogs logs_of(const Cell& cell, Statistic statistic) {
    CellLogs logs;
    logs.block.reserve(cell.invocations.size());
    logs.log.reserve(cell.invocations.size());
    for (const std::size_t i : time_order(cell.invocations)) {
        if (usable(cell, statistic, i)) {
            logs.block.push_back(cell.invocations.block[i]);
            logs.log.push_back(std::log(values_of(cell, statistic)[i]));
            continue;
        }
        ++logs.unusable;
        if (!logs.first_failure.empty()) continue;
        const bool failed =
            i < cell.invocations.status.size() && cell.invocations.status[i] != Status::ok;
        logs.first_failure = failed ? hopbench::to_string(cell.invocations.status[i])
                                    : std::string_view("no positive number");
    }
    return logs;
}

bool has_statistic(const Cell& cell, Statistic statistic) noexcept {
    if (statistic == Statistic::p99 && cell.better == Better::higher) return false;
    for (std::size_t i = 0; i < cell.invocations.size(); ++i)
        if (usable(cell, statistic, i)) return true;
    return false;
}

void block_means(const CellLogs& logs, std::span<const int> blocks, std::span<double> means) {
    std::fill(means.begin(), means.end(), std::numeric_limits<double>::quiet_NaN());
    std::size_t column = 0;
    for (std::size_t i = 0; i < logs.block.size();) {
        while (column < blocks.size() && blocks[column] < logs.block[i]) ++column;
        double sum = 0;
        const std::size_t first = i;
        for (; i < logs.block.size() && logs.block[i] == logs.block[first]; ++i) sum += logs.log[i];
        if (column < blocks.size() && blocks[column] == logs.block[first])
            means[column] = sum / static_cast<double>(i - first);
    }
}

std::vector<int> block_ids(const std::vector<const Cell*>& cells) {
    std::vector<int> ids;
    for (const Cell* cell : cells)
        for (const int block : cell->invocations.block) {
            const auto at = std::lower_bound(ids.begin(), ids.end(), block);
            if (at == ids.end() || *at != block) ids.insert(at, block);
        }
    return ids;
}

}  // namespace hopbench::compare
