#pragma once
#include <string>
#include <utility>
#include <vector>

#include "harness/nccl_topo/diagnostic.hpp"

namespace hopbench::nccl_topo {

/// Collects findings.
class Findings {
  public:
    void add(Effect effect, const char* rule, Place place, std::string text) {
        list.push_back({.effect = effect, .rule = rule, .place = place, .text = std::move(text)});
    }
    std::vector<Diagnostic> list;
};

/// Attributes of the <cpu> elements: missing, misread, there twice.
void check_cpus(const Element& system, Findings& findings);
/// Addresses, classes and link attributes of <pci>.
void check_pci(const Element& system, Findings& findings);
/// <gpu> and what hangs on it.
void check_gpus(const Element& system, Findings& findings);

/// Calls visit(const Element&) for the element and all below it, in file order.
template <class Visit>
void for_each_element(const Element& element, const Visit& visit) {
    visit(element);
    for (const auto& child : element.children) for_each_element(child, visit);
}

}  // namespace hopbench::nccl_topo
