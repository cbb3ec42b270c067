#include "harness/nccl_topo/generate.hpp"

#include <algorithm>
#include <map>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/write.hpp"

namespace hopbench::nccl_topo {
namespace {

Element pci_element(const PciFacts& facts) {
    Element element{.kind = Kind::pci, .attributes = {{"busid", facts.bdf}}, .children = {}};
    element.attributes.insert(element.attributes.end(), facts.attributes.begin(),
                              facts.attributes.end());
    return element;
}

Element cpu_element(const CpuFacts& facts) {
    Element element{.kind = Kind::cpu,
                    .attributes = {{"numaid", std::to_string(facts.node)},
                                   {"affinity", facts.affinity},
                                   {"arch", facts.arch}},
                    .children = {}};
    if (facts.arch != "x86_64") return element;  // NCCL knows no more of the others
    element.attributes.push_back({"vendor", facts.vendor});
    element.attributes.push_back({"familyid", std::to_string(facts.family_id)});
    element.attributes.push_back({"modelid", std::to_string(facts.model_id)});
    return element;
}

/// The element of the switch below `parent`, added where it is not there yet.
Element& switch_below(Element& parent, const PciFacts& facts) {
    for (auto& child : parent.children)
        if (child.value("busid") == facts.bdf) return child;
    return parent.children.emplace_back(pci_element(facts));
}

void check_switches(const TopologyInput& input) {
    std::map<std::string, int> nodes;
    for (const auto& gpu : input.gpus)
        for (const auto& above : gpu.switches) {
            const auto known = nodes.emplace(above.bdf, gpu.node).first;
            if (known->second != gpu.node)
                throw unfit_error("GPU " + gpu.pci.bdf,
                                  "is to be on node " + std::to_string(gpu.node) +
                                      ", a GPU behind the same switch " + above.bdf + " on node " +
                                      std::to_string(known->second),
                                  "GPUs of one switch are on one node");
        }
}

}  // namespace

Element build_topology(const TopologyInput& input) {
    check_switches(input);
    Element system{.kind = Kind::system, .attributes = {{"version", "1"}}, .children = {}};
    for (const auto& facts : input.cpus) {
        auto& cpu = system.children.emplace_back(cpu_element(facts));
        for (const auto& gpu : input.gpus) {
            if (gpu.node != facts.node) continue;
            auto* parent = &cpu;
            for (const auto& above : gpu.switches) parent = &switch_below(*parent, above);
            parent->children.push_back(pci_element(gpu.pci));
        }
    }
    return system;
}

std::string generate_topology(const TopologyInput& input) {
    return write_nccl_xml(build_topology(input));
}

}  // namespace hopbench::nccl_topo
