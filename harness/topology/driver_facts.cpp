#include <algorithm>
#include <sstream>

#include "harness/topology/bdf.hpp"
#include "harness/topology/capture.hpp"

namespace hopbench {
namespace {

constexpr const char* driver_folder = "/proc/driver/nvidia";

/// "GPU UUID: \t GPU-…" → "gpu_uuid" and the value; empty name where the line is no such pair.
std::pair<std::string, std::string> field_of(const std::string& line) {
    const auto colon = line.find(':');
    if (colon == line.npos || colon == 0 || colon > 64) return {};
    std::string name = line.substr(0, colon);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
        return c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(c));
    });
    const auto first = line.find_first_not_of(" \t", colon + 1);
    return {name, first == line.npos ? std::string{} : line.substr(first)};
}

void add_fields(MachinePart& part, const RootedFiles& files, const std::string& path) {
    const auto found = files.read(path);
    if (!found.text) {
        if (!found.missing) add_unreadable(part, "information", path, found.why);
        return;
    }
    std::istringstream lines(*found.text);
    int fields = 0;
    for (std::string line; std::getline(lines, line) && fields < 64;) {
        auto [name, value] = field_of(line);
        if (name.empty() || value.empty()) continue;
        add_fact(part, name, std::move(value), path);
        ++fields;
    }
}

}  // namespace

void add_driver_facts(Machine& machine, const RootedFiles& files) {
    const std::string folder = driver_folder;
    files.add_text(machine.part("system", ""), "nvidia_driver", folder + "/version");
    for (const auto& bdf : files.names(folder + "/gpus"))
        if (is_bdf(bdf))
            add_fields(machine.part("gpu", bdf), files, folder + "/gpus/" + bdf + "/information");
}

}  // namespace hopbench
