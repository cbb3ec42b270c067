// Which CPUs this process may use and which one it runs on, answered from the model.
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>

#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/preload/machine.hpp"

namespace {

using hopbench::sim::Inside;
using hopbench::sim::machine;

bool passes_through() {
    return Inside::here() || !hopbench::sim::is_simulated();
}

// CPUs of the nodes that the process is bound to, of all nodes without a binding.
std::vector<int> bound_cpus() {
    const auto& nodes = machine().model().numa_nodes;
    const auto& bound = hopbench::sim::process_binding();
    std::vector<int> cpus;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!bound.empty() &&
            std::find(bound.begin(), bound.end(), static_cast<int>(i)) == bound.end())
            continue;
        const auto some = hopbench::sim::parse_cpu_list(nodes[i].cpus);
        if (some) cpus.insert(cpus.end(), some->begin(), some->end());
    }
    return cpus;
}

// What the calling thread has asked for itself. Threads it starts begin with the process's CPUs.
thread_local std::optional<std::vector<int>> t_chosen;

std::vector<int> effective_cpus() {
    return t_chosen ? *t_chosen : bound_cpus();
}

}  // namespace

extern "C" {

// The same for the stack's own libraries, whose calls pass through: how many there are; up to
// `most` are stored, ascending.
int hopbench_sim_process_cpus(int* cpus, int most);
int hopbench_sim_process_cpus(int* cpus, int most) {
    auto found = effective_cpus();
    std::sort(found.begin(), found.end());
    for (int i = 0; i < most && i < static_cast<int>(found.size()); ++i)
        cpus[i] = found[static_cast<std::size_t>(i)];
    return static_cast<int>(found.size());
}

int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t* cpus) noexcept {
    if (passes_through()) {
        const auto written = syscall(SYS_sched_getaffinity, process, bytes, cpus);
        if (written < 0) return -1;
        std::memset(reinterpret_cast<char*>(cpus) + written, 0,
                    bytes - static_cast<size_t>(written));
        return 0;
    }
    CPU_ZERO_S(bytes, cpus);
    for (const int cpu : effective_cpus()) {
        if (static_cast<size_t>(cpu) >= 8 * bytes) {
            errno = EINVAL;  // as the kernel: the set is too small for this machine
            return -1;
        }
        CPU_SET_S(static_cast<size_t>(cpu), bytes, cpus);
    }
    return 0;
}

// Kept and answered; time does not depend on it. CPUs that the machine lacks are dropped, as the
// kernel does.
int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t* cpus) noexcept {
    if (passes_through())
        return static_cast<int>(syscall(SYS_sched_setaffinity, process, bytes, cpus));
    std::vector<int> chosen;
    for (const auto& node : machine().model().numa_nodes)
        for (const int cpu : hopbench::sim::parse_cpu_list(node.cpus).value_or(std::vector<int>{}))
            if (static_cast<size_t>(cpu) < 8 * bytes &&
                CPU_ISSET_S(static_cast<size_t>(cpu), bytes, cpus))
                chosen.push_back(cpu);
    if (chosen.empty()) {
        errno = EINVAL;
        return -1;
    }
    t_chosen = std::move(chosen);
    return 0;
}

int sched_getcpu() noexcept {
    if (passes_through()) {
        unsigned cpu = 0;
        return syscall(SYS_getcpu, &cpu, nullptr, nullptr) == 0 ? static_cast<int>(cpu) : -1;
    }
    return effective_cpus().front();
}

}  // extern "C"
