#include "harness/topology/numa_nodes.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

#include "harness/topology/cpu_list.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// 3 of "node3"; nullopt for the folder's other entries.
std::optional<int> node_id(const std::string& name) {
    if (!name.starts_with("node")) return std::nullopt;
    int id = 0;
    const auto* end = name.data() + name.size();
    const auto result = std::from_chars(name.data() + 4, end, id);
    if (result.ec != std::errc{} || result.ptr != end || id < 0) return std::nullopt;
    return id;
}

/// Of "Node 0 MemTotal:       10053844 kB".
std::uint64_t memory_bytes(const std::string& meminfo) {
    constexpr std::string_view label = "MemTotal:";
    const auto place = meminfo.find(label);
    if (place == std::string::npos) return 0;
    std::istringstream rest(meminfo.substr(place + label.size()));
    std::uint64_t kib = 0;
    rest >> kib;
    return kib * 1024;
}

std::vector<int> numbers_of(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<int>(in), {}};
}

}  // namespace

std::vector<NumaNodeFacts> read_numa_nodes(const fs::path& root) {
    std::vector<NumaNodeFacts> nodes;
    const auto folder = root / "sys/devices/system/node";
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const auto id = node_id(it->path().filename().string());
        if (!id) continue;
        nodes.push_back(
            {.id = *id,
             .cpus = parse_cpu_list(text_of(it->path() / "cpulist")).value_or(std::vector<int>{}),
             .memory_bytes = memory_bytes(text_of(it->path() / "meminfo")),
             .distances = numbers_of(text_of(it->path() / "distance"))});
    }
    std::sort(nodes.begin(), nodes.end(),
              [](const NumaNodeFacts& a, const NumaNodeFacts& b) { return a.id < b.id; });
    return nodes;
}

}  // namespace hopbench
