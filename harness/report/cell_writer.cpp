#include "harness/report/cell_writer.hpp"

#include <algorithm>
#include <cmath>

#include "harness/report/json_text.hpp"

namespace hopbench::reporting {
namespace {

constexpr std::uint64_t p99_samples = 100;
constexpr const char* few_samples_text = "no p99 from fewer than 100 samples";
constexpr const char* not_recorded_text = "not recorded";

bool lacks_p99_only(const Invocations& all, std::size_t i) {
    return !std::isfinite(all.p99[i]) && all.count[i] < p99_samples &&
           std::isfinite(all.median[i]) && std::isfinite(all.min[i]) && std::isfinite(all.max[i]);
}

bool is_whole(const Invocations& all, std::size_t i) {
    return std::isfinite(all.median[i]) && std::isfinite(all.p99[i]) && std::isfinite(all.min[i]) &&
           std::isfinite(all.max[i]);
}

std::uint32_t index_of(std::vector<std::string>& reasons, const char* text) {
    const auto found = std::find(reasons.begin(), reasons.end(), text);
    const auto index = static_cast<std::uint32_t>(found - reasons.begin());
    if (found == reasons.end()) reasons.emplace_back(text);
    return index;
}

}  // namespace

void append_cell_key(std::string& out, const CellKey& key) {
    // Unpacked so that a new field of the struct does not compile until it is written.
    const auto& [family, method, metric, src, dst, ranks, bytes, direction, engine, host_node,
                 binding, variant] = key;
    ObjectLine line(out);
    line.text("family", family).text("method", method).text("metric", metric);
    line.number("src", src).number("dst", dst).number("ranks", ranks);
    line.number("bytes", bytes);
    line.text("direction", direction).text("engine", engine).number("host_node", host_node);
    line.text("binding", binding).text("variant", variant);
    line.close();
}

DefaultReasons add_default_reasons(const std::vector<Cell>& cells,
                                   std::vector<std::string>& reasons) {
    bool few = false, unrecorded = false;
    for (const auto& cell : cells) {
        const auto& all = cell.invocations;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all.reason[i] != 0 || is_whole(all, i)) continue;
            (lacks_p99_only(all, i) ? few : unrecorded) = true;
        }
    }
    DefaultReasons defaults;
    if (few) defaults.few_samples = index_of(reasons, few_samples_text);
    if (unrecorded) defaults.not_recorded = index_of(reasons, not_recorded_text);
    return defaults;
}

void append_cell(std::string& out, const Cell& cell, const DefaultReasons& defaults) {
    const auto& [key, pair_class, unit, better, margin_kind, quantum, invocations] = cell;
    const auto& [block, position, status, count, median, p99, min, max, offset, binding, placement,
                 verification, reason] = invocations;
    auto reasons = reason;
    for (std::size_t i = 0; i < reasons.size(); ++i)
        if (reasons[i] == 0 && !is_whole(invocations, i))
            reasons[i] =
                lacks_p99_only(invocations, i) ? defaults.few_samples : defaults.not_recorded;
    ObjectLine line(out);
    append_cell_key(line.member("key"), key);
    line.text("class", to_string(pair_class)).text("unit", unit);
    line.text("better", to_string(better)).text("margin_kind", to_string(margin_kind));
    line.number("quantum", quantum);
    line.numbers("block", block).numbers("position", position).words("status", status);
    line.numbers("count", count).numbers("median", median).numbers("p99", p99);
    line.numbers("min", min).numbers("max", max).numbers("offset", offset);
    line.numbers("binding", binding).numbers("placement", placement);
    line.numbers("verification", verification).numbers("reason", reasons);
    line.close();
}

}  // namespace hopbench::reporting
