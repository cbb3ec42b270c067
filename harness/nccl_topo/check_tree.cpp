#include "harness/nccl_topo/checks.hpp"
#include "harness/nccl_topo/parse.hpp"

namespace hopbench::nccl_topo {

std::vector<Diagnostic> check_tree(const Element& system) {
    Findings findings;
    check_cpus(system, findings);
    check_pci(system, findings);
    check_gpus(system, findings);
    return std::move(findings.list);
}

}  // namespace hopbench::nccl_topo
