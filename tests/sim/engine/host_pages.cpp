#include "tests/sim/engine/host_pages.hpp"

#include <linux/mempolicy.h>

#include <iterator>

#include "tests/sim/model/cpu_list.hpp"

namespace hopbench::sim {

HostPages::HostPages(const MachineModel& model) : model_(model) {
    const auto& nodes = model.numa_nodes;
    for (std::size_t i = 1; i < nodes.size(); ++i)
        if (nodes[i].id < nodes[static_cast<std::size_t>(lowest_)].id)
            lowest_ = static_cast<int>(i);
}

std::optional<PagePolicy> HostPages::parse_binding(const std::string& text) const {
    static const std::string kNodes = "nodes:";
    if (text.empty() || text == "none") return PagePolicy{};
    if (text.rfind(kNodes, 0) != 0) return std::nullopt;
    const auto ids = parse_cpu_list(text.substr(kNodes.size()));
    if (!ids) return std::nullopt;
    PagePolicy policy{.mode = MPOL_BIND};
    for (const int id : *ids) {
        const int node = model_.node_index(id);
        if (node < 0) return std::nullopt;
        policy.nodes.push_back(node);
    }
    return policy;
}

void HostPages::set_range(const void* begin, std::size_t bytes, const PagePolicy& policy) {
    const auto first = reinterpret_cast<std::uintptr_t>(begin) / kPage * kPage;
    const auto end = (reinterpret_cast<std::uintptr_t>(begin) + bytes + kPage - 1) / kPage * kPage;
    auto at = ranges_.upper_bound(first);
    if (at != ranges_.begin()) --at;
    while (at != ranges_.end() && at->first < end) {
        const auto [old_begin, old] = *at;
        if (old.end <= first) {
            ++at;
            continue;
        }
        at = ranges_.erase(at);
        if (old_begin < first) ranges_[old_begin] = {first, old.policy};
        if (old.end > end) at = ranges_.insert_or_assign(end, Range{old.end, old.policy}).first;
    }
    if (policy.mode != MPOL_DEFAULT && end > first) ranges_[first] = {end, policy};
}

const PagePolicy* HostPages::range_policy(const void* address) const {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    const auto after = ranges_.upper_bound(place);
    if (after == ranges_.begin()) return nullptr;
    const auto& range = std::prev(after)->second;
    return place < range.end ? &range.policy : nullptr;
}

int HostPages::node_by(const PagePolicy& policy, std::uintptr_t address) const {
    if (policy.nodes.empty()) return lowest_;
    if (policy.mode == MPOL_INTERLEAVE) return policy.nodes[address / kPage % policy.nodes.size()];
    return policy.nodes.front();
}

int HostPages::process_node() const {
    return process_.nodes.empty() ? lowest_ : process_.nodes.front();
}

int HostPages::node_of(const void* address) const {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    if (const auto* policy = range_policy(address)) return node_by(*policy, place);
    return node_by(process_, place);
}

}  // namespace hopbench::sim
