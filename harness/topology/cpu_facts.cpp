#include <algorithm>
#include <map>
#include <set>

#include "harness/topology/capture.hpp"

namespace hopbench {
namespace {

constexpr const char* cpu_folder = "/sys/devices/system/cpu";

/// The first processor's lines of /proc/cpuinfo, and whether any line of flags has "hypervisor".
void add_cpuinfo(MachinePart& system, const RootedFiles& files) {
    constexpr const char* path = "/proc/cpuinfo";
    const auto found = files.read(path);
    if (!found.text) {
        add_unreadable(system, "cpu_model_name", path, found.why);
        return;
    }
    const std::map<std::string_view, const char*> wanted{{"vendor_id", "cpu_vendor"},
                                                         {"cpu family", "cpu_family"},
                                                         {"model", "cpu_model"},
                                                         {"model name", "cpu_model_name"},
                                                         {"stepping", "cpu_stepping"}};
    std::string_view rest = *found.text;
    std::set<std::string_view> done;
    bool flags_seen = false;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const auto line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const auto colon = line.find(':');
        if (colon == line.npos) continue;
        auto key = line.substr(0, colon);
        while (!key.empty() && (key.back() == '\t' || key.back() == ' ')) key.remove_suffix(1);
        auto value = line.substr(std::min(colon + 2, line.size()));
        if (key == "flags" && !flags_seen) {
            flags_seen = true;
            const auto padded = " " + std::string(value) + " ";
            add_fact(system, "hypervisor_flag", padded.find(" hypervisor ") != padded.npos, path);
        }
        const auto entry = wanted.find(key);
        if (entry != wanted.end() && done.insert(entry->first).second)
            add_fact(system, entry->second, std::string(value), path);
        if (flags_seen && done.size() == wanted.size()) break;
    }
}

std::optional<long> number(const RootedFiles& files, const std::string& path) {
    const auto found = files.read(path);
    if (!found.text) return std::nullopt;
    char* end = nullptr;
    const long value = std::strtol(found.text->c_str(), &end, 10);
    return end != found.text->c_str() && *end == '\0' ? std::optional(value) : std::nullopt;
}

bool is_cpu(const std::string& name) {
    return name.size() > 3 && name.starts_with("cpu") &&
           std::all_of(name.begin() + 3, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void add_cpu_facts(Machine& machine, const RootedFiles& files) {
    auto& system = machine.part("system", "");
    const std::string folder = cpu_folder;
    files.add_text(system, "online_cpus", folder + "/online");
    files.add_text(system, "possible_cpus", folder + "/possible");
    files.add_text(system, "isolated_cpus", folder + "/isolated");
    files.add_text(system, "smt", folder + "/smt/control");
    add_cpuinfo(system, files);

    std::int64_t processors = 0;
    // package → cores; a core is (die, cluster-free) core_id within its package.
    std::map<long, std::set<std::pair<long, long>>> cores;
    std::map<long, std::int64_t> threads;
    for (const auto& name : files.names(folder)) {
        if (!is_cpu(name)) continue;
        const auto topology = folder + "/" + name + "/topology/";
        const auto package = number(files, topology + "physical_package_id");
        const auto core = number(files, topology + "core_id");
        if (!package || !core) continue;  // offline: the kernel shows no topology
        ++processors;
        ++threads[*package];
        cores[*package].emplace(number(files, topology + "die_id").value_or(0), *core);
    }
    if (processors == 0) {
        add_unreadable(system, "cpus", folder + "/cpu*/topology", "no processor shows its place");
        return;
    }
    const auto source = folder + "/cpu*/topology";
    add_fact(system, "cpus", processors, source);
    add_fact(system, "packages", static_cast<std::int64_t>(cores.size()), source);
    for (const auto& [package, members] : cores) {
        auto& part = machine.part("package", std::to_string(package));
        add_fact(part, "cores", static_cast<std::int64_t>(members.size()), source);
        add_fact(part, "cpus", threads[package], source);
    }
}

}  // namespace hopbench
