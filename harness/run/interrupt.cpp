#include "harness/run/interrupt.hpp"

#include <fcntl.h>
#include <signal.h>

#include <atomic>
#include <cerrno>

namespace hopbench {
namespace {

// A signal handler reaches nothing but globals.
std::atomic<int> received{0};
std::atomic<int> wake_pipe{-1};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note_signal(int) {
    const int saved = errno;
    received.fetch_add(1);
    const int fd = wake_pipe.load();
    if (fd >= 0) [[maybe_unused]]
        const auto written = write(fd, "!", 1);
    errno = saved;
}

void install(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) == 0) {
        read_end_ = FileDescriptor(fds[0]);
        write_end_ = FileDescriptor(fds[1]);
    }
    received = 0;
    wake_pipe = write_end_.get();
    install(note_signal);
}

Interrupt::~Interrupt() {
    install(SIG_DFL);
    wake_pipe = -1;
}

int Interrupt::count() const noexcept {
    return received.load();
}

}  // namespace hopbench
