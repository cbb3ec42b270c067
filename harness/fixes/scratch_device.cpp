#include "harness/fixes/scratch_device.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <set>

#include "harness/nccl_topo/affinity.hpp"
#include "harness/nccl_topo/sysfs.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;
using nccl_topo::read_line;

fs::path nodes_of(const fs::path& root) {
    return root / "sys/devices/system/node";
}

struct LocalCpus {
    std::optional<std::string> mask, list;
};

/// As the kernel prints a mask: 32-bit words, `words` of them.
std::string mask_of(const std::set<int>& cpus, std::size_t words) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (std::size_t word = words; word-- > 0;) {
        for (int nibble = 7; nibble >= 0; --nibble) {
            unsigned value = 0;
            for (int bit = 0; bit < 4; ++bit)
                if (cpus.contains(static_cast<int>(word) * 32 + nibble * 4 + bit))
                    value |= 1U << bit;
            text.push_back(digits[value]);
        }
        if (word > 0) text.push_back(',');
    }
    return text;
}

LocalCpus all_cpus(const fs::path& root) {
    std::set<int> cpus;
    std::size_t words = 0;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(nodes_of(root), ignored)) {
        const auto map = read_line(entry.path() / "cpumap");
        if (!map) continue;
        const auto of_node = nccl_topo::cpus_of_affinity(*map);
        cpus.insert(of_node.begin(), of_node.end());
        words = std::max(words,
                         static_cast<std::size_t>(std::count(map->begin(), map->end(), ',')) + 1);
    }
    LocalCpus local{.mask = {}, .list = read_line(root / "sys/devices/system/cpu/online")};
    if (words > 0) local.mask = mask_of(cpus, words);
    return local;
}

LocalCpus cpus_of_node(const fs::path& root, int node) {
    if (node < 0) return all_cpus(root);
    const auto folder = nodes_of(root) / ("node" + std::to_string(node));
    return {.mask = read_line(folder / "cpumap"), .list = read_line(folder / "cpulist")};
}

int write_line(const fs::path& file, const std::string& text) {
    errno = 0;
    std::ofstream out(file, std::ios::trunc);
    out << text << '\n';
    out.flush();
    return out ? 0 : errno != 0 ? errno : EIO;
}

bool lies_below(const fs::path& path, const fs::path& base) {
    const auto [end, unused] = std::mismatch(base.begin(), base.end(), path.begin(), path.end());
    (void)unused;
    return end == base.end();
}

}  // namespace

bool takes_node(const fs::path& root, int node) {
    std::error_code ignored;
    return node == -1 ||
           (node >= 0 &&
            fs::is_directory(nodes_of(root) / ("node" + std::to_string(node)), ignored));
}

int write_numa_node(const fs::path& root, const std::string& bdf, int node) {
    std::error_code error;
    const auto device = fs::canonical(root / "sys/bus/pci/devices" / bdf, error);
    if (error || !fs::exists(device / "numa_node", error)) return ENOENT;
    // A link out of the scratch root could lead to a running kernel's files.
    if (!lies_below(device, fs::canonical(root, error))) return EXDEV;
    if (!takes_node(root, node)) return EINVAL;
    const auto local = cpus_of_node(root, node);
    if (const int failed = write_line(device / "numa_node", std::to_string(node))) return failed;
    if (local.mask)
        if (const int failed = write_line(device / "local_cpus", *local.mask)) return failed;
    if (local.list)
        if (const int failed = write_line(device / "local_cpulist", *local.list)) return failed;
    return 0;
}

}  // namespace hopbench
