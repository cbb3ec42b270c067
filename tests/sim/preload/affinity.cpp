// Which CPUs and memory nodes this process may use, answered from the model unless a binding is in
// force.
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <mutex>

#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/preload/machine.hpp"

namespace {

using hopbench::sim::Inside;
using hopbench::sim::machine;

bool passes_through() {
    return Inside::here() || !hopbench::sim::is_simulated();
}

// Bindings are requested through HOPBENCH_SIM_BIND; "none" leaves the process free on the whole
// machine.
bool is_unbound() {
    const char* binding = std::getenv("HOPBENCH_SIM_BIND");
    return binding == nullptr || *binding == '\0' || std::strcmp(binding, "none") == 0;
}

constexpr unsigned long kPolicyOfAddress = 1UL << 1U;  // MPOL_F_ADDR
constexpr unsigned long kNodeOnly = 1UL << 0U;         // MPOL_F_NODE
constexpr unsigned long kBitsPerWord = 8 * sizeof(unsigned long);

}  // namespace

extern "C" {

int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t* cpus) noexcept {
    if (passes_through() || !is_unbound()) {
        const auto written = syscall(SYS_sched_getaffinity, process, bytes, cpus);
        if (written < 0) return -1;
        std::memset(reinterpret_cast<char*>(cpus) + written, 0,
                    bytes - static_cast<size_t>(written));
        return 0;
    }
    CPU_ZERO_S(bytes, cpus);
    for (const auto& node : machine().model().numa_nodes)
        for (const int cpu :
             hopbench::sim::parse_cpu_list(node.cpus).value_or(std::vector<int>{})) {
            if (static_cast<size_t>(cpu) >= 8 * bytes) {
                errno = EINVAL;  // as the kernel: the set is too small for this machine
                return -1;
            }
            CPU_SET_S(static_cast<size_t>(cpu), bytes, cpus);
        }
    return 0;
}

// libnuma's wrapper. Policy: the default one, no nodes. With MPOL_F_NODE|MPOL_F_ADDR: the node that
// holds the page.
long get_mempolicy(int* mode, unsigned long* nodes, unsigned long count, void* address,
                   unsigned flags) {
    if (passes_through() || !is_unbound())
        return syscall(SYS_get_mempolicy, mode, nodes, count, address, flags);
    if (nodes != nullptr)
        std::memset(nodes, 0, (count + kBitsPerWord - 1) / kBitsPerWord * sizeof(unsigned long));
    if (mode == nullptr) return 0;
    *mode = 0;
    const int window = hopbench::sim::window_of(address);
    if ((flags & kPolicyOfAddress) != 0 && (flags & kNodeOnly) != 0 &&
        hopbench::sim::is_host_window(window))
        *mode = machine()
                    .model()
                    .numa_nodes.at(static_cast<size_t>(window - hopbench::sim::kGpuWindows))
                    .id;
    return 0;
}

}  // extern "C"
