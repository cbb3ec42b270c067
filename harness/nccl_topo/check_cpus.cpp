#include <algorithm>
#include <map>

#include "harness/nccl_topo/affinity.hpp"
#include "harness/nccl_topo/checks.hpp"
#include "harness/nccl_topo/dictionary.hpp"
#include "harness/nccl_topo/limits.hpp"
#include "harness/nccl_topo/number.hpp"
#include "harness/nccl_topo/shown.hpp"

namespace hopbench::nccl_topo {
namespace {

bool has_pci(const Element& cpu) {
    return std::any_of(cpu.children.begin(), cpu.children.end(),
                       [](const Element& child) { return child.kind == Kind::pci; });
}

std::string named(const Element& cpu) {
    return "<cpu numaid=" + shown(cpu.value("numaid")) + ">";
}

/// Every rank reads the file and fills in only the <cpu> above its own GPU. A network device off
/// PCI keeps the first <cpu> alive in all of them, so it must be complete in the file.
void check_first(const Element& cpu, Findings& findings) {
    const bool x86 = cpu.value("arch").starts_with("x86_64") || !is_known_arch(cpu.value("arch"));
    for (const char* key : {"arch", "vendor", "familyid", "modelid", "affinity"}) {
        if (cpu.find(key) != nullptr) continue;
        const bool read = key == std::string_view("arch") ||
                          (key == std::string_view("vendor") && x86) ||
                          (key != std::string_view("affinity") && reads_model(cpu.value("vendor")));
        findings.add(read ? Effect::fatal : Effect::silent, "cpu-attribute-missing", cpu.place,
                     named(cpu) + " comes first and has no " + key +
                         (read ? "; init fails where a network device is not on PCI (virtio)"
                               : "; where a network device is not on PCI (virtio), it becomes two "
                                 "CPUs of one numaid"));
    }
}

void check_values(const Element& cpu, Findings& findings) {
    const auto* numa = cpu.find("numaid");
    if (numa == nullptr) {
        findings.add(Effect::fatal, "numaid-missing", cpu.place, "<cpu> has no numaid; init fails");
    } else if (!is_integer(*numa)) {
        findings.add(Effect::silent, "numaid-no-number", cpu.place,
                     "numaid " + shown(*numa) + " is no number, NCCL reads " +
                         std::to_string(leading_integer(*numa)));
    } else if (leading_integer(*numa) < 0) {
        findings.add(Effect::silent, "numaid-negative", cpu.place,
                     "numaid " + shown(*numa) + " is taken as a node like any other");
    }
    if (const auto* arch = cpu.find("arch"); arch != nullptr && !is_known_arch(*arch))
        findings.add(
            Effect::silent, "arch-unknown", cpu.place,
            "arch " + shown(*arch) + " is not in NCCL's table: between CPUs it assumes 5000 GB/s");
    const auto* vendor = cpu.find("vendor");
    if (vendor != nullptr && cpu.value("arch").starts_with("x86_64") && !is_known_vendor(*vendor))
        findings.add(Effect::silent, "vendor-unknown", cpu.place,
                     "vendor " + shown(*vendor) +
                         " is not in NCCL's table: between CPUs it assumes 5000 GB/s");
    const auto* affinity = cpu.find("affinity");
    if (affinity != nullptr && !affinity->empty() && !is_affinity(*affinity))
        findings.add(Effect::silent, "affinity-no-mask", cpu.place,
                     "affinity " + shown(*affinity) +
                         " is no comma-separated mask of hexadecimal words; NCCL reads " +
                         std::to_string(cpus_of_affinity(*affinity).size()) + " CPUs from it");
    else if (affinity != nullptr && cpus_of_affinity(*affinity).empty())
        findings.add(Effect::silent, "affinity-empty", cpu.place,
                     named(cpu) + " has an empty affinity; NCCL does not pin its threads");
}

/// NCCL adds host_hash and what is missing; there is room for one attribute above its limit.
void check_room(const Element& cpu, Findings& findings) {
    auto count = cpu.attributes.size() + (cpu.find("host_hash") == nullptr ? 1 : 0);
    for (const char* key : {"affinity", "arch", "vendor", "familyid", "modelid"})
        if (cpu.find(key) == nullptr) ++count;
    if (count > max_attributes + 1)
        findings.add(Effect::fatal, "too-many-attributes", cpu.place,
                     named(cpu) + " has no room for what NCCL adds; it crashes");
}

void check_twice(const std::vector<const Element*>& cpus, Findings& findings) {
    std::map<int, const Element*> by_id;
    std::map<std::vector<int>, const Element*> by_mask;
    for (const auto* cpu : cpus) {
        const auto* numa = cpu->find("numaid");
        if (numa != nullptr && !by_id.emplace(leading_integer(*numa), cpu).second)
            findings.add(Effect::silent, "numaid-twice", cpu->place,
                         "numaid " + shown(*numa) + " is there twice; NCCL makes two CPUs of it");
        const auto* affinity = cpu->find("affinity");
        if (affinity == nullptr) continue;
        auto mask = cpus_of_affinity(*affinity);
        if (!mask.empty() && !by_mask.emplace(std::move(mask), cpu).second)
            findings.add(
                Effect::silent, "affinity-twice", cpu->place,
                named(*cpu) + " has the affinity of another one; NCCL pins to the same CPUs");
    }
}

}  // namespace

void check_cpus(const Element& system, Findings& findings) {
    std::vector<const Element*> kept;  // the others are trimmed
    for (const auto& cpu : system.children)
        if (&cpu == &system.children.front() || has_pci(cpu)) kept.push_back(&cpu);
    if (std::none_of(kept.begin(), kept.end(), [](const auto* cpu) { return has_pci(*cpu); }))
        findings.add(Effect::silent, "places-nothing", system.place,
                     "no <pci> below any <cpu>; the file places no GPU");
    if (kept.size() > 1) check_first(*kept.front(), findings);
    for (const auto* cpu : kept) {
        check_values(*cpu, findings);
        check_room(*cpu, findings);
    }
    check_twice(kept, findings);
}

}  // namespace hopbench::nccl_topo
