#pragma once
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace hopbench {

/// Seconds of the kernel's monotonic clock. By system call: a simulation replaces the library's
/// clocks in this process, and a child that hangs does so in real time.
[[nodiscard]] inline double raw_time() noexcept {
    timespec now{};
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace hopbench
