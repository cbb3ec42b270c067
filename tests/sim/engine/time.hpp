// Virtual time: whole picoseconds since the process started.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace hopbench::sim {

using Picoseconds = std::int64_t;

inline constexpr Picoseconds kNever = std::numeric_limits<Picoseconds>::max();
inline constexpr Picoseconds kPsPerNs = 1000;
inline constexpr Picoseconds kPsPerSecond = 1'000'000'000'000;

// To the nearest picosecond.
inline Picoseconds to_ps(double nanoseconds) {
    return std::llround(nanoseconds * 1000.0);
}

// A duration stretched by a noise factor; exact when the factor is 1.
inline Picoseconds stretched(Picoseconds duration, double factor) {
    return factor == 1.0 ? duration : std::llround(static_cast<double>(duration) * factor);
}

}  // namespace hopbench::sim
