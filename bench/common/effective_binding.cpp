#include "bench/common/effective_binding.hpp"

#include <linux/mempolicy.h>
#include <numaif.h>
#include <sched.h>

#include <array>
#include <memory>

namespace hopbench {
namespace {

constexpr int max_cpus = 8192;
constexpr int max_nodes = 1024;

/// "0-3,8" of the numbers below `limit` for which `is_set` holds.
template <class IsSet>
std::string number_list(int limit, IsSet is_set) {
    std::string text;
    for (int first = 0; first < limit; ++first) {
        if (!is_set(first)) continue;
        int last = first;
        while (last + 1 < limit && is_set(last + 1)) ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(first);
        if (last > first) text += '-' + std::to_string(last);
        first = last;
    }
    return text;
}

std::string cpu_list() {
    struct Free {
        void operator()(cpu_set_t* set) const noexcept { CPU_FREE(set); }
    };
    const std::unique_ptr<cpu_set_t, Free> set(CPU_ALLOC(max_cpus));
    const std::size_t bytes = CPU_ALLOC_SIZE(max_cpus);
    CPU_ZERO_S(bytes, set.get());
    if (sched_getaffinity(0, bytes, set.get()) != 0) return "unknown";
    return number_list(max_cpus, [&](int cpu) {
        return CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set.get()) != 0;
    });
}

std::string memory_policy() {
    constexpr int bits = 8 * sizeof(unsigned long);
    int mode = 0;
    std::array<unsigned long, max_nodes / bits> mask{};
    // Containers may forbid the call; the policy is then unknown, not the default.
    if (get_mempolicy(&mode, mask.data(), max_nodes, nullptr, 0) != 0) return "unknown";
    const std::string nodes = number_list(max_nodes, [&](int node) {
        const auto word = mask[static_cast<std::size_t>(node / bits)];
        return (word >> (node % bits) & 1) != 0;
    });
    constexpr int flags = MPOL_F_STATIC_NODES | MPOL_F_RELATIVE_NODES;
    switch (mode & ~flags) {
        case MPOL_DEFAULT:
            return "default";
        case MPOL_PREFERRED:
            return nodes.empty() ? "local" : "preferred:" + nodes;
        case MPOL_LOCAL:  // since Linux 5.14 told apart from MPOL_PREFERRED
            return "local";
        case MPOL_BIND:
            return "bind:" + nodes;
        case MPOL_INTERLEAVE:
            return "interleave:" + nodes;
        default:
            return "policy " + std::to_string(mode) + ":" + nodes;
    }
}

}  // namespace

BindingRecord effective_binding(const std::string& requested, bool simulated) {
    return {.requested = requested,
            .cpus = cpu_list(),
            .mem_nodes = memory_policy(),
            .source = simulated ? "model" : "kernel"};
}

}  // namespace hopbench
