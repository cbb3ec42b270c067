#include <charconv>
#include <sstream>

#include "harness/topology/bdf.hpp"
#include "harness/topology/capture.hpp"

namespace hopbench {
namespace {

constexpr const char* device_folder = "/sys/bus/pci/devices";
/// Rows of `resource` that are BARs proper; the sixth is the expansion ROM.
constexpr int bar_rows = 6;
constexpr std::uint64_t memory_or_io_flags = 0x300;

/// Ancestors from the host bridge's child down to the device's parent, separated by blanks.
std::string path_above(const std::string& real) {
    std::istringstream parts(real);
    std::string path, last;
    for (std::string part; std::getline(parts, part, '/');) {
        if (is_bdf(last)) path += (path.empty() ? "" : " ") + last;
        last = part;
    }
    return path;
}

std::optional<std::uint64_t> hexadecimal(std::string_view word) {
    if (word.starts_with("0x")) word.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

/// Sizes of the BARs in bytes, and which of them have flags but no address.
void add_bars(MachinePart& part, const RootedFiles& files, const std::string& path) {
    const auto found = files.read(path);
    if (!found.text) return;
    std::istringstream lines(*found.text);
    std::vector<std::int64_t> sizes, unassigned;
    std::string line;
    for (int row = 0; row < bar_rows && std::getline(lines, line); ++row) {
        std::istringstream words(line);
        std::string first, last, flags;
        if (!(words >> first >> last >> flags)) break;
        const auto start = hexadecimal(first), end = hexadecimal(last), kind = hexadecimal(flags);
        if (!start || !end || !kind) {
            add_unreadable(part, "bar_bytes", path, "is no table of addresses");
            return;
        }
        const bool used = (*kind & memory_or_io_flags) != 0;
        if (used && *start == 0) unassigned.push_back(row);
        sizes.push_back(used && *end >= *start ? static_cast<std::int64_t>(*end - *start + 1) : 0);
    }
    if (sizes.empty()) return;
    add_fact(part, "bar_bytes", std::move(sizes), path);
    add_fact(part, "unassigned_bars", std::move(unassigned), path);
}

/// The last element of where a link leads: a driver's or a group's name.
void add_link(MachinePart& part, const char* name, const RootedFiles& files,
              const std::string& path) {
    const auto target = files.resolve(path);
    if (target) add_fact(part, name, target->substr(target->rfind('/') + 1), path);
}

}  // namespace

void add_pci_facts(Machine& machine, const RootedFiles& files) {
    const std::string folder = device_folder;
    for (const auto& bdf : files.names(folder)) {
        if (!is_bdf(bdf)) continue;
        auto& part = machine.part("pci", bdf);
        const auto base = folder + "/" + bdf;
        if (const auto real = files.resolve(base)) add_fact(part, "path", path_above(*real), base);
        for (const char* name :
             {"class", "vendor", "device", "subsystem_vendor", "subsystem_device", "local_cpulist",
              "current_link_speed", "max_link_speed"})
            files.add_text(part, name, base + "/" + name);
        for (const char* name : {"numa_node", "current_link_width", "max_link_width"})
            files.add_number(part, name, base + "/" + name);
        add_link(part, "driver", files, base + "/driver");
        add_link(part, "iommu_group", files, base + "/iommu_group");
        add_bars(part, files, base + "/resource");
    }
}

}  // namespace hopbench
