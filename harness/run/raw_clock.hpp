#pragma once
#include <time.h>

namespace hopbench {

/// Seconds of CLOCK_MONOTONIC_RAW: never slewed, and not among the clocks a simulation replaces.
[[nodiscard]] inline double raw_seconds() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace hopbench
