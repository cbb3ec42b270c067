#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hopbench {

/// monostate: the source has it, but not for us; Fact::unreadable says why.
using FactValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                               std::vector<std::int64_t>>;

/// One statement about the machine and who made it.
struct Fact {
    FactValue value;
    std::string source;      ///< "/sys/devices/system/node/node0/cpulist", "hwloc 2.9.0", "NVML"
    std::string unreadable;  ///< why there is no value; empty where there is one
};

/// By name. Sources that speak of the same thing stay side by side, also where they disagree.
using Facts = std::map<std::string, std::vector<Fact>, std::less<>>;

/// Something the machine has, and all that is known of it.
struct MachinePart {
    std::string kind;  ///< "system", "node", "package", "pci", "gpu", "gpu-pair"
    std::string id;    ///< "", "0", "0000:01:00.0", "0000:01:00.0 0000:02:00.0"
    Facts facts;
};

/// Parts in the order of kind and id as the sources name them.
struct Machine {
    std::string root = "/";  ///< tree that the files were read from
    std::vector<MachinePart> parts;

    /// The part, added when it is not there yet.
    MachinePart& part(std::string_view kind, std::string_view id) {
        for (auto& one : parts)
            if (one.kind == kind && one.id == id) return one;
        return parts.emplace_back(
            MachinePart{.kind = std::string(kind), .id = std::string(id), .facts = {}});
    }
    [[nodiscard]] const MachinePart* find(std::string_view kind, std::string_view id) const {
        for (const auto& one : parts)
            if (one.kind == kind && one.id == id) return &one;
        return nullptr;
    }
};

/// Adds a value to what is known under `name`.
inline void add_fact(MachinePart& part, std::string_view name, FactValue value,
                     std::string source) {
    part.facts[std::string(name)].push_back(
        {.value = std::move(value), .source = std::move(source), .unreadable = {}});
}

/// Records that a source could not be read.
inline void add_unreadable(MachinePart& part, std::string_view name, std::string source,
                           std::string why) {
    part.facts[std::string(name)].push_back(
        {.value = {}, .source = std::move(source), .unreadable = std::move(why)});
}

}  // namespace hopbench
