#include "bench/common/termination.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace hopbench {
namespace {

constexpr int exit_code = 128 + SIGTERM;

// The driver has threads of its own and the signal may reach any of them: each side first says what
// it does and then looks at the other, so that no request falls between the two.
std::atomic<bool> writing{false};
std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void hopbench_on_terminate(int) {
    requested = true;
    if (!writing) _exit(exit_code);
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
    writing = true;
    if (requested) _exit(exit_code);  // the handler saw no line and is about to end the process
}

WritingSection::~WritingSection() {
    writing = false;
    if (requested) _exit(exit_code);
}

}  // namespace hopbench
