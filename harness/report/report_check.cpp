#include "harness/report/report_check.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace hopbench::reporting {
namespace {

using Found = std::optional<Fault>;

Found check_length(const std::string& where, const char* name, std::size_t size,
                   std::size_t expected) {
    if (size == expected) return std::nullopt;
    return Fault{.place = where + "." + name,
                 .why = "has " + std::to_string(size) + " entries where block has " +
                        std::to_string(expected)};
}

Found check_lengths(const std::string& where, const Invocations& all) {
    const std::size_t n = all.size();
    const std::pair<const char*, std::size_t> sizes[] = {
        {"position", all.position.size()}, {"status", all.status.size()},
        {"count", all.count.size()},       {"median", all.median.size()},
        {"p99", all.p99.size()},           {"min", all.min.size()},
        {"max", all.max.size()},           {"offset", all.offset.size()},
        {"binding", all.binding.size()},   {"placement", all.placement.size()},
        {"reason", all.reason.size()},     {"verification", all.verification.size()},
    };
    for (const auto& [name, size] : sizes)
        if (auto fault = check_length(where, name, size, n)) return fault;
    return std::nullopt;
}

Found check_indexes(const std::string& where, const char* name,
                    const std::vector<std::uint32_t>& indexes, std::size_t table) {
    for (std::size_t i = 0; i < indexes.size(); ++i)
        if (indexes[i] >= table)
            return Fault{.place = where + "." + name + "[" + std::to_string(i) + "]",
                         .why = "is " + std::to_string(indexes[i]) + " where the table has " +
                                std::to_string(table) + " entries"};
    return std::nullopt;
}

Found check_samples(const std::string& where, const Invocations& all, const SamplesFile& samples) {
    if (samples.file.empty()) return std::nullopt;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all.offset[i] > samples.count || all.count[i] > samples.count - all.offset[i])
            return Fault{.place = where + ".offset[" + std::to_string(i) + "]",
                         .why = "leads past the " + std::to_string(samples.count) + " samples of " +
                                samples.file};
    return std::nullopt;
}

Found check_cell(const std::string& where, const Cell& cell, const Report& report,
                 const std::set<std::string_view>& variants) {
    if (!variants.contains(cell.key.variant))
        return Fault{.place = where + ".key.variant",
                     .why = "\"" + cell.key.variant + "\" is no variant of this report"};
    const auto& all = cell.invocations;
    if (auto fault = check_lengths(where, all)) return fault;
    if (auto fault = check_indexes(where, "binding", all.binding, report.bindings.size()))
        return fault;
    if (auto fault = check_indexes(where, "placement", all.placement, report.placements.size()))
        return fault;
    if (auto fault =
            check_indexes(where, "verification", all.verification, report.verifications.size()))
        return fault;
    if (auto fault = check_indexes(where, "reason", all.reason, report.reasons.size()))
        return fault;
    return check_samples(where, all, report.samples);
}

Found check_table(const Report& report) {
    const auto& table = report.invocations;
    const std::size_t n = table.block.size();
    const std::pair<const char*, std::size_t> sizes[] = {
        {"executable", table.executable.size()}, {"variant", table.variant.size()},
        {"position", table.position.size()},     {"status", table.status.size()},
        {"reason", table.reason.size()},
    };
    for (const auto& [name, size] : sizes)
        if (auto fault = check_length("invocations", name, size, n)) return fault;
    return check_indexes("invocations", "reason", table.reason, report.reasons.size());
}

Found check_evidence(const Report& report, const std::set<std::string_view>& variants) {
    std::set<std::tuple<std::string_view, int, int>> tried;
    for (const auto& [step, src, dst, status, reason, verification, notes] : report.capabilities)
        if (!tried.emplace(step, src, dst).second)
            return Fault{.place = "capabilities",
                         .why = "step \"" + step + "\" of pair " + std::to_string(src) + " to " +
                                std::to_string(dst) + " is there twice"};
    std::set<std::string_view> told;
    for (const auto& evidence : report.nccl) {
        if (!variants.contains(evidence.variant))
            return Fault{.place = "nccl",
                         .why = "\"" + evidence.variant + "\" is no variant of this report"};
        if (!told.insert(evidence.variant).second)
            return Fault{.place = "nccl", .why = "\"" + evidence.variant + "\" is named twice"};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Fault> find_fault(const Report& report) {
    if (report.reasons.empty() || !report.reasons.front().empty())
        return Fault{.place = "reasons", .why = "does not begin with the empty reason"};
    if (auto fault = check_table(report)) return fault;
    std::set<std::string_view> variants;
    for (const auto& variant : report.variants)
        if (!variants.insert(variant.name).second)
            return Fault{.place = "variants", .why = "\"" + variant.name + "\" is named twice"};
    if (auto fault = check_evidence(report, variants)) return fault;
    for (std::size_t i = 0; i < report.cells.size(); ++i)
        if (auto fault =
                check_cell("cells[" + std::to_string(i) + "]", report.cells[i], report, variants))
            return fault;
    return std::nullopt;
}

}  // namespace hopbench::reporting
