// Where the host's pages lie: the process's binding and what it asked for range by range. Answered
// from the model, because the machine that runs the simulation has other nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

// A memory policy: mode as in <linux/mempolicy.h> without its flags, nodes as positions in
// MachineModel::numa_nodes in order of preference.
struct PagePolicy {
    int mode = 0;  // MPOL_DEFAULT
    std::vector<int> nodes = {};
};

class HostPages {
  public:
    static constexpr std::size_t kPage = 4096;

    explicit HostPages(const MachineModel& model);

    // What HOPBENCH_SIM_BIND asks for: "none", or "nodes:" and node ids as the kernel lists them,
    // the first one preferred. Nothing for other texts and for nodes that the machine does not
    // have.
    [[nodiscard]] std::optional<PagePolicy> parse_binding(const std::string& text) const;

    // The process's own policy; pages without one of their own follow it.
    void set_process(PagePolicy policy) { process_ = std::move(policy); }
    [[nodiscard]] const PagePolicy& process() const { return process_; }

    // The policy of [begin, begin + bytes), widened to whole pages. The default mode takes back
    // what was asked for there.
    void set_range(const void* begin, std::size_t bytes, const PagePolicy& policy);
    // Nothing when the page follows the process.
    [[nodiscard]] const PagePolicy* range_policy(const void* address) const;

    // Position of the node that holds pages without a policy of their own: the first one bound to,
    // else the one with the lowest id.
    [[nodiscard]] int process_node() const;
    // Position of the node that holds this page.
    [[nodiscard]] int node_of(const void* address) const;

  private:
    struct Range {
        std::uintptr_t end;
        PagePolicy policy;
    };
    [[nodiscard]] int node_by(const PagePolicy& policy, std::uintptr_t address) const;

    const MachineModel& model_;
    int lowest_ = 0;
    PagePolicy process_;
    std::map<std::uintptr_t, Range> ranges_;  // by begin, disjoint
};

}  // namespace hopbench::sim
