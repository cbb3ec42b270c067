#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/topology/numa_nodes.hpp"

namespace hopbench {

/// Where an invocation runs and takes its memory: what --bind asks for.
struct BindingPolicy {
    enum class Kind {
        none,       ///< wherever the system puts it
        gpu_local,  ///< on the node of the case's lead GPU
        node,       ///< on one node for all cases
        remote,     ///< on the node farthest from the lead GPU's
    };
    Kind kind = Kind::none;
    int node = 0;  ///< of Kind::node
    bool operator==(const BindingPolicy&) const = default;
};

/// "none", "gpu-local", "node:1", "remote": the cell key's `binding`.
[[nodiscard]] std::string to_string(const BindingPolicy& policy);

/// nullopt for text that to_string would not write.
[[nodiscard]] std::optional<BindingPolicy> parse_binding_policy(std::string_view text);

/// What an invocation is bound to; both empty: to nothing.
struct ResolvedBinding {
    std::vector<int> nodes;  ///< memory comes from these only; ascending
    std::vector<int> cpus;   ///< it runs on these only; ascending
    bool operator==(const ResolvedBinding&) const = default;
};

/// What policies are resolved against.
struct BindingFacts {
    std::map<int, int> node_of_gpu;  ///< true nodes; a GPU is absent where it is not known
    std::vector<NumaNodeFacts> nodes;
};

/// The binding of a case whose lead GPU is the first of `gpus`; a collective names all of its GPUs
/// and gets the union of their nodes under gpu-local. nullopt: the policy has no meaning for it
/// (remote, for a collective). Throws Error (exit 4) where the machine does not know the GPU's
/// node, lacks the node, its CPUs or memory, or has one node only (remote).
[[nodiscard]] std::optional<ResolvedBinding> resolve_binding(const BindingPolicy& policy,
                                                             const std::vector<int>& gpus,
                                                             const BindingFacts& facts);

/// The node with the largest distance from `node`, the lowest id among equals; nullopt where there
/// is no other that has CPUs and memory.
[[nodiscard]] std::optional<int> farthest_node(const std::vector<NumaNodeFacts>& nodes, int node);

}  // namespace hopbench
