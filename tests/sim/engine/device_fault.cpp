#include "tests/sim/engine/device_fault.hpp"

#include <signal.h>

#include "tests/sim/engine/kernel_runs.hpp"

namespace hopbench::sim {

namespace {

struct sigaction g_previous;

void on_fault(int, siginfo_t*, void*) {
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
