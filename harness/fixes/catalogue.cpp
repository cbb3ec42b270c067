#include "harness/fixes/catalogue.hpp"

#include <algorithm>
#include <array>

namespace hopbench {
namespace {

struct Entry {
    std::string_view name;
    bool sysfs, topo_xml;
};

constexpr std::array entries{Entry{"sysfs", true, false}, Entry{"topo-xml", false, true},
                             Entry{"sysfs+topo-xml", true, true}};

const Entry* find(std::string_view name) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [name](const Entry& entry) { return entry.name == name; });
    return found == entries.end() ? nullptr : found;
}

std::vector<Fix> in_order(bool sysfs, bool topo_xml) {
    std::vector<Fix> fixes;
    if (sysfs) fixes.push_back(Fix::sysfs);
    if (topo_xml) fixes.push_back(Fix::topo_xml);
    return fixes;
}

}  // namespace

bool is_fix_name(std::string_view name) noexcept {
    return find(name) != nullptr;
}

std::vector<Fix> fixes_of(std::string_view name) {
    const auto* entry = find(name);
    return entry == nullptr ? std::vector<Fix>() : in_order(entry->sysfs, entry->topo_xml);
}

std::vector<Fix> fixes_of(const std::vector<std::string>& names) {
    bool sysfs = false, topo_xml = false;
    for (const auto& name : names)
        if (const auto* entry = find(name)) {
            sysfs = sysfs || entry->sysfs;
            topo_xml = topo_xml || entry->topo_xml;
        }
    return in_order(sysfs, topo_xml);
}

std::string known_fix_names() {
    std::string text;
    for (const auto& entry : entries) text.append(text.empty() ? "" : ", ").append(entry.name);
    return text;
}

}  // namespace hopbench
