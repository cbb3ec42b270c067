#include "bench/common/termination.hpp"

#include <signal.h>
#include <unistd.h>

namespace hopbench {
namespace {

constexpr int exit_code = 128 + SIGTERM;

volatile sig_atomic_t writing = 0;
volatile sig_atomic_t requested = 0;

extern "C" void hopbench_on_terminate(int) {
    if (!writing) _exit(exit_code);
    requested = 1;
}

}  // namespace

void install_termination_handler() {
    struct sigaction action {};
    action.sa_handler = hopbench_on_terminate;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    (void)sigaction(SIGTERM, &action, nullptr);
}

WritingSection::WritingSection() noexcept {
    writing = 1;
}

WritingSection::~WritingSection() {
    writing = 0;
    if (requested) _exit(exit_code);
}

}  // namespace hopbench
