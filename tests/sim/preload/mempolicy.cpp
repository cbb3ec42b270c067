// Where memory lies: the wrappers of libnuma for the kernel's memory policies, answered from the
// model, and munmap(), which ends what was asked for a range.
#include <errno.h>
#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>

#include "tests/sim/preload/machine.hpp"

namespace {

using hopbench::sim::HostPages;
using hopbench::sim::Inside;
using hopbench::sim::machine;
using hopbench::sim::PagePolicy;

constexpr unsigned kModeFlags = MPOL_F_STATIC_NODES | MPOL_F_RELATIVE_NODES;
constexpr unsigned long kBitsPerWord = 8 * sizeof(unsigned long);
std::atomic<bool> g_ranges_known = false;

bool passes_through() {
    return Inside::here() || !hopbench::sim::is_simulated();
}

template <typename Body>
long with_pages(Body&& body) {
    auto& engine = machine();
    const Inside inside;
    const std::lock_guard lock(engine.mutex());
    const long error = body(engine.host_pages());
    if (error == 0) return 0;
    errno = static_cast<int>(-error);
    return -1;
}

bool contains(const unsigned long* nodes, unsigned long count, int id) {
    const auto bit = static_cast<unsigned long>(id);
    // The kernel reads one bit less than it is told.
    return nodes != nullptr && bit + 1 < count &&
           (nodes[bit / kBitsPerWord] >> (bit % kBitsPerWord) & 1U) != 0;
}

// Nothing for a mode that is unknown or whose nodes the machine does not have.
std::optional<PagePolicy> policy_from(int mode, const unsigned long* nodes, unsigned long count) {
    PagePolicy policy{.mode = static_cast<int>(static_cast<unsigned>(mode) & ~kModeFlags)};
    if (policy.mode < MPOL_DEFAULT || policy.mode >= MPOL_MAX) return std::nullopt;
    const auto& known = machine().model().numa_nodes;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (contains(nodes, count, known[i].id)) policy.nodes.push_back(static_cast<int>(i));
    const bool needs_nodes = policy.mode == MPOL_BIND || policy.mode == MPOL_INTERLEAVE;
    if (needs_nodes && policy.nodes.empty()) return std::nullopt;
    if (policy.mode == MPOL_DEFAULT && !policy.nodes.empty()) return std::nullopt;
    return policy;
}

void clear(unsigned long* nodes, unsigned long count) {
    if (nodes != nullptr)
        std::memset(nodes, 0, (count + kBitsPerWord - 1) / kBitsPerWord * sizeof(unsigned long));
}

long put(const PagePolicy& policy, int* mode, unsigned long* nodes, unsigned long count) {
    if (mode != nullptr) *mode = policy.mode;
    if (nodes == nullptr) return 0;
    for (const int node : policy.nodes) {
        const auto id = static_cast<unsigned long>(
            machine().model().numa_nodes[static_cast<std::size_t>(node)].id);
        if (id >= count) return -EINVAL;
        nodes[id / kBitsPerWord] |= 1UL << (id % kBitsPerWord);
    }
    return 0;
}

int node_id(int position) {
    return machine().model().numa_nodes[static_cast<std::size_t>(position)].id;
}

// The node of a page; negative as the kernel has it: no page there yet, no memory there at all.
int status_of(const HostPages& pages, void* address) {
    const int window = hopbench::sim::window_of(address);
    if (hopbench::sim::is_host_window(window)) return node_id(window - hopbench::sim::kGpuWindows);
    if (window != hopbench::sim::kNoWindow) return -EFAULT;  // a GPU's
    const auto page = reinterpret_cast<std::uintptr_t>(address) / HostPages::kPage;
    unsigned char resident = 0;
    if (mincore(reinterpret_cast<void*>(page * HostPages::kPage), 1, &resident) != 0)
        return -EFAULT;
    if ((resident & 1U) == 0) return -ENOENT;
    return node_id(pages.node_of(address));
}

}  // namespace

extern "C" {

long get_mempolicy(int* mode, unsigned long* nodes, unsigned long count, void* address,
                   unsigned flags) {
    if (passes_through()) return syscall(SYS_get_mempolicy, mode, nodes, count, address, flags);
    return with_pages([&](HostPages& pages) -> long {
        clear(nodes, count);
        if ((flags & MPOL_F_MEMS_ALLOWED) != 0) {
            PagePolicy all;
            for (std::size_t i = 0; i < machine().model().numa_nodes.size(); ++i)
                all.nodes.push_back(static_cast<int>(i));
            return put(all, nullptr, nodes, count);
        }
        if ((flags & MPOL_F_ADDR) == 0) return put(pages.process(), mode, nodes, count);
        if ((flags & MPOL_F_NODE) != 0) {
            const int node = status_of(pages, address);
            if (node < 0) return node;
            if (mode != nullptr) *mode = node;
            return 0;
        }
        const auto* own = pages.range_policy(address);
        return put(own != nullptr ? *own : pages.process(), mode, nodes, count);
    });
}

long set_mempolicy(int mode, const unsigned long* nodes, unsigned long count) {
    if (passes_through()) return syscall(SYS_set_mempolicy, mode, nodes, count);
    return with_pages([&](HostPages& pages) -> long {
        auto policy = policy_from(mode, nodes, count);
        if (!policy) return -EINVAL;
        pages.set_process(std::move(*policy));
        return 0;
    });
}

// Pages follow at once, whether or not MPOL_MF_MOVE asks for it: the machine moves them for free.
long mbind(void* begin, unsigned long bytes, int mode, const unsigned long* nodes,
           unsigned long count, unsigned flags) {
    if (passes_through()) return syscall(SYS_mbind, begin, bytes, mode, nodes, count, flags);
    return with_pages([&](HostPages& pages) -> long {
        if (reinterpret_cast<std::uintptr_t>(begin) % HostPages::kPage != 0) return -EINVAL;
        const auto policy = policy_from(mode, nodes, count);
        if (!policy) return -EINVAL;
        g_ranges_known = true;
        pages.set_range(begin, bytes, *policy);
        return 0;
    });
}

long move_pages(int process, unsigned long count, void** addresses, const int* nodes, int* status,
                int flags) {
    if (passes_through())
        return syscall(SYS_move_pages, process, count, addresses, nodes, status, flags);
    return with_pages([&](HostPages& pages) -> long {
        if (process != 0 && process != getpid()) return -ESRCH;
        for (unsigned long i = 0; i < count; ++i) {
            int now = status_of(pages, addresses[i]);
            if (nodes != nullptr && now >= 0) {
                const int wanted = machine().model().node_index(nodes[i]);
                if (wanted < 0) return -ENODEV;
                g_ranges_known = true;
                pages.set_range(addresses[i], 1, {.mode = MPOL_BIND, .nodes = {wanted}});
                now = nodes[i];
            }
            if (status != nullptr) status[i] = now;
        }
        return 0;
    });
}

// Memory that is mapped here later is other memory.
int munmap(void* begin, size_t bytes) noexcept {
    const auto* memory = hopbench::sim::Memory::current();
    const bool concerns_us = g_ranges_known || (memory != nullptr && memory->has_registered());
    if (concerns_us && !passes_through())
        with_pages([&](HostPages& pages) -> long {
            pages.set_range(begin, bytes, {});
            machine().memory().disown(begin, bytes);
            return 0;
        });
    return static_cast<int>(syscall(SYS_munmap, begin, bytes));
}

}  // extern "C"
