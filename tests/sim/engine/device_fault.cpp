#include "tests/sim/engine/device_fault.hpp"

#include <signal.h>
#include <ucontext.h>

#include "tests/sim/engine/kernel_runs.hpp"
#include "tests/sim/engine/memory.hpp"

namespace hopbench::sim {

namespace {

struct sigaction g_previous;

bool was_a_store(const void* context) {
    constexpr greg_t kWrite = 2;  // of the page fault's error code
    return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
}

void on_fault(int, siginfo_t* info, void* context) {
    if (auto* memory = Memory::current())
        if (memory->fault(info->si_addr, was_a_store(context))) return;  // and the access repeats
    if (auto* kernels = KernelRuns::current())
        kernels->fault();  // leaves the handler for the engine's stack, for good
    sigaction(SIGSEGV, &g_previous, nullptr);  // the access repeats and meets the previous handler
}

}  // namespace

void install_device_fault_handler() {
    static const bool installed = [] {
        struct sigaction action {};
        action.sa_sigaction = on_fault;
        action.sa_flags =
            SA_SIGINFO | SA_NODEFER;  // the handler does not return to unblock the signal
        sigemptyset(&action.sa_mask);
        return sigaction(SIGSEGV, &action, &g_previous) == 0;
    }();
    (void)installed;
}

}  // namespace hopbench::sim
