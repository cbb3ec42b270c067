#include <algorithm>
#include <set>

#include "harness/nccl_topo/checks.hpp"
#include "harness/nccl_topo/dictionary.hpp"
#include "harness/nccl_topo/limits.hpp"
#include "harness/nccl_topo/number.hpp"
#include "harness/nccl_topo/pci_address.hpp"
#include "harness/nccl_topo/shown.hpp"

namespace hopbench::nccl_topo {
namespace {

bool has_child(const Element& pci, Kind kind) {
    return std::any_of(pci.children.begin(), pci.children.end(),
                       [kind](const Element& child) { return child.kind == kind; });
}

std::string named(const Element& pci) {
    return "<pci busid=" + shown(pci.value("busid")) + ">";
}

void check_address(const Element& pci, std::set<std::string>& seen, Findings& findings) {
    const auto* busid = pci.find("busid");
    if (busid == nullptr) {
        findings.add(pci.children.empty() ? Effect::silent : Effect::fatal, "busid-missing",
                     pci.place,
                     std::string("<pci> has no busid") +
                         (pci.children.empty() ? "; it matches nothing"
                                               : "; init fails once a GPU below it is used"));
        return;
    }
    const auto canonical = canonical_bdf(*busid);
    if (!canonical || *canonical != *busid)
        findings.add(Effect::silent, "busid-not-canonical", pci.place,
                     "busid " + shown(*busid) + " matches no device" +
                         (canonical ? ": NCCL looks for " + *canonical : std::string()));
    if (!seen.insert(*busid).second)
        findings.add(Effect::silent, "busid-twice", pci.place,
                     "busid " + shown(*busid) + " is there already; the first counts");
}

/// The class of a device that the machine has is always taken from sysfs.
void check_class(const Element& pci, Findings& findings) {
    if (!has_child(pci, Kind::pci)) return;
    const auto* pci_class = pci.find("class");
    if (pci_class == nullptr) {
        findings.add(Effect::fatal, "bridge-without-class", pci.place,
                     named(pci) +
                         " has devices below it and no class; init fails unless the "
                         "machine has such a device");
        return;
    }
    const auto kind = device_class(*pci_class);
    if (kind == DeviceClass::unknown)
        findings.add(Effect::silent, "class-unknown", pci.place,
                     "class " + shown(*pci_class) + " is not in NCCL's table; it takes a bridge");
    else if (kind != DeviceClass::bridge)
        findings.add(
            Effect::silent, "class-no-bridge", pci.place,
            named(pci) + " has devices below it and class " + shown(*pci_class) +
                ", which is no bridge; the devices are lost unless the machine knows better");
}

void check_link(const Element& pci, Findings& findings) {
    const auto* speed = pci.find("link_speed");
    if (speed != nullptr && !lane_speed(*speed))
        findings.add(Effect::silent, "link-speed-unknown", pci.place,
                     "link_speed " + shown(*speed) + " is not in NCCL's table; it takes Gen3");
    const auto* width = pci.find("link_width");
    if (width == nullptr) return;
    const int lanes = leading_integer(*width);
    if (lanes == 0)
        findings.add(Effect::silent, "link-width-zero", pci.place,
                     "link_width " + shown(*width) + " reads as 0; NCCL takes 16");
    else if (!is_integer(*width) || lanes < 0)
        findings.add(Effect::silent, "link-width-no-number", pci.place,
                     "link_width " + shown(*width) + " reads as " + std::to_string(lanes));
}

/// NCCL adds what is missing; there is room for one attribute above its limit.
void check_room(const Element& pci, Findings& findings) {
    auto count = pci.attributes.size();
    for (const char* key : {"class", "vendor", "device", "subsystem_vendor", "subsystem_device",
                            "link_speed", "link_width"})
        if (pci.find(key) == nullptr) ++count;
    if (count > max_attributes + 1)
        findings.add(Effect::fatal, "too-many-attributes", pci.place,
                     named(pci) + " has no room for what NCCL adds; it crashes");
}

}  // namespace

void check_pci(const Element& system, Findings& findings) {
    std::set<std::string> seen;
    for_each_element(system, [&](const Element& element) {
        if (element.kind != Kind::pci) return;
        check_address(element, seen, findings);
        check_class(element, findings);
        check_link(element, findings);
        check_room(element, findings);
    });
}

}  // namespace hopbench::nccl_topo
