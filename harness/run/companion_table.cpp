#include "harness/run/companion_table.hpp"

#include <algorithm>
#include <cmath>

#include "harness/run/summary.hpp"

namespace hopbench {

void CompanionTable::add(const std::string& variant, const CaseRecord& record) {
    const auto method = record.name.family + "/" + record.name.method;
    for (const auto& [name, value] : record.notes)
        if (std::isfinite(value))
            values_[{method, record.name.bytes.value_or(0), variant, name}].push_back(value);
}

std::vector<Companion> CompanionTable::summarise() const {
    std::vector<Companion> companions;
    for (const auto& [key, values] : values_) {
        const auto& [method, bytes, variant, name] = key;
        const auto summary = hopbench::summarise(values);
        companions.push_back({.method = method,
                              .bytes = bytes,
                              .variant = variant,
                              .name = name,
                              .count = summary.count,
                              .median = summary.median,
                              .min = summary.min,
                              .max = summary.max});
    }
    return companions;
}

}  // namespace hopbench
