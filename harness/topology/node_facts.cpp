#include <algorithm>
#include <charconv>
#include <sstream>

#include "harness/topology/capture.hpp"

namespace hopbench {
namespace {

constexpr const char* node_folder = "/sys/devices/system/node";

/// "nodeN" → "N"; empty for other names.
std::string node_id(const std::string& name) {
    if (name.size() < 5 || name.size() > 9 || !name.starts_with("node")) return {};
    const bool digits =
        std::all_of(name.begin() + 4, name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits ? name.substr(4) : std::string{};
}

/// "10 21" → {10, 21}; empty when it holds anything else.
std::vector<std::int64_t> numbers_of(const std::string& text) {
    std::istringstream words(text);
    std::vector<std::int64_t> values;
    for (std::string word; words >> word;) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size()) return {};
        values.push_back(value);
    }
    return values;
}

/// "Node 0 MemTotal:  1024 kB" → bytes.
std::optional<std::int64_t> total_bytes(const std::string& meminfo) {
    const auto at = meminfo.find("MemTotal:");
    if (at == meminfo.npos) return std::nullopt;
    std::istringstream rest(meminfo.substr(at + 9, 64));
    std::int64_t kib = 0;
    std::string unit;
    if (!(rest >> kib >> unit) || unit != "kB" || kib < 0 || kib > INT64_MAX / 1024)
        return std::nullopt;
    return kib * 1024;
}

}  // namespace

void add_node_facts(Machine& machine, const RootedFiles& files) {
    const std::string folder = node_folder;
    auto& system = machine.part("system", "");
    files.add_text(system, "online_nodes", folder + "/online");
    files.add_text(system, "nodes_with_memory", folder + "/has_memory");
    files.add_text(system, "nodes_with_cpus", folder + "/has_cpu");

    std::vector<std::string> ids;
    for (const auto& name : files.names(folder))
        if (auto id = node_id(name); !id.empty()) ids.push_back(std::move(id));
    std::sort(ids.begin(), ids.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    for (const auto& id : ids) {
        auto& part = machine.part("node", id);
        const auto base = folder + "/node" + id;
        files.add_text(part, "cpus", base + "/cpulist");
        const auto distances = files.read(base + "/distance");
        if (distances.text) {
            if (auto values = numbers_of(*distances.text); !values.empty())
                add_fact(part, "distances", std::move(values), base + "/distance");
            else
                add_unreadable(part, "distances", base + "/distance", "is no list of numbers");
        }
        const auto meminfo = files.read(base + "/meminfo");
        if (!meminfo.text) continue;
        if (const auto bytes = total_bytes(*meminfo.text))
            add_fact(part, "memory_bytes", *bytes, base + "/meminfo");
        else
            add_unreadable(part, "memory_bytes", base + "/meminfo", "has no MemTotal in kB");
    }
}

}  // namespace hopbench
