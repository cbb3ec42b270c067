#include "harness/binding/policy.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

constexpr std::string_view node_prefix = "node:";
constexpr int max_node = 1023;  ///< the kernel's limit

bool usable(const NumaNodeFacts& node) {
    return !node.cpus.empty() && node.memory_bytes > 0;
}

const NumaNodeFacts* find_node(const std::vector<NumaNodeFacts>& nodes, int id) {
    const auto found = std::find_if(nodes.begin(), nodes.end(),
                                    [&](const NumaNodeFacts& node) { return node.id == id; });
    return found == nodes.end() ? nullptr : &*found;
}

std::string ids_of(const std::vector<NumaNodeFacts>& nodes) {
    std::string text;
    for (const auto& node : nodes)
        if (usable(node)) text.append(text.empty() ? "" : ", ").append(std::to_string(node.id));
    return text.empty() ? "none" : text;
}

ResolvedBinding bound_to(const std::set<int>& ids, const std::string& option,
                         const BindingFacts& facts) {
    ResolvedBinding binding;
    for (const int id : ids) {
        const auto* node = find_node(facts.nodes, id);
        if (!node || !usable(*node))
            throw unfit_error(option,
                              node ? "node " + std::to_string(id) + " lacks CPUs or memory"
                                   : "this machine has no node " + std::to_string(id),
                              "nodes one can bind to: " + ids_of(facts.nodes));
        binding.nodes.push_back(id);
        binding.cpus.insert(binding.cpus.end(), node->cpus.begin(), node->cpus.end());
    }
    std::sort(binding.cpus.begin(), binding.cpus.end());
    return binding;
}

int true_node(int gpu, const std::string& option, const BindingFacts& facts) {
    const auto found = facts.node_of_gpu.find(gpu);
    if (found == facts.node_of_gpu.end())
        throw unfit_error(option,
                          "the true NUMA node of GPU " + std::to_string(gpu) + " is not known",
                          "state it with --numa BDF=NODE or --map FILE");
    return found->second;
}

}  // namespace

std::string to_string(const BindingPolicy& policy) {
    switch (policy.kind) {
        case BindingPolicy::Kind::none:
            return "none";
        case BindingPolicy::Kind::gpu_local:
            return "gpu-local";
        case BindingPolicy::Kind::node:
            return std::string(node_prefix) + std::to_string(policy.node);
        case BindingPolicy::Kind::remote:
            return "remote";
    }
    return "unknown";
}

std::optional<BindingPolicy> parse_binding_policy(std::string_view text) {
    using Kind = BindingPolicy::Kind;
    for (const auto kind : {Kind::none, Kind::gpu_local, Kind::remote})
        if (to_string({.kind = kind}) == text) return BindingPolicy{.kind = kind};
    if (!text.starts_with(node_prefix)) return std::nullopt;
    const auto number = text.substr(node_prefix.size());
    BindingPolicy policy{.kind = Kind::node};
    const auto* end = number.data() + number.size();
    const auto result = std::from_chars(number.data(), end, policy.node);
    if (result.ec != std::errc{} || policy.node < 0 || policy.node > max_node ||
        to_string(policy) != text)
        return std::nullopt;
    return policy;
}

std::optional<int> farthest_node(const std::vector<NumaNodeFacts>& nodes, int node) {
    const auto* from = find_node(nodes, node);
    std::optional<int> best;
    int best_distance = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].id == node || !usable(nodes[i])) continue;
        // Without a table every other node is equally far.
        const int distance = from && i < from->distances.size() ? from->distances[i] : 1;
        if (best && distance <= best_distance) continue;
        best = nodes[i].id;
        best_distance = distance;
    }
    return best;
}

std::optional<ResolvedBinding> resolve_binding(const BindingPolicy& policy,
                                               const std::vector<int>& gpus,
                                               const BindingFacts& facts) {
    const std::string option = "--bind " + to_string(policy);
    switch (policy.kind) {
        case BindingPolicy::Kind::none:
            return ResolvedBinding{};
        case BindingPolicy::Kind::node:
            return bound_to({policy.node}, option, facts);
        case BindingPolicy::Kind::gpu_local: {
            std::set<int> ids;
            for (const int gpu : gpus) ids.insert(true_node(gpu, option, facts));
            return bound_to(ids, option, facts);
        }
        case BindingPolicy::Kind::remote: {
            if (gpus.size() != 1) return std::nullopt;
            const int home = true_node(gpus.front(), option, facts);
            const auto far = farthest_node(facts.nodes, home);
            if (!far)
                throw unfit_error(option, "there is no other node than " + std::to_string(home),
                                  "nodes one can bind to: " + ids_of(facts.nodes));
            return bound_to({*far}, option, facts);
        }
    }
    return std::nullopt;
}

}  // namespace hopbench
