#pragma once
#include <cstdint>

#include "bench/common/operations.hpp"

namespace hopbench {

/// How many operations a window may take. Below `min` a slope means nothing; above `max` a window
/// of twice as many could fill the driver's queue and block behind the gate.
struct WindowLimits {
    int min = 4;
    int max = 400;
    int pilot = 8;  ///< operations of a pilot window: enough to stand out from the events
};

/// Limits of a bandwidth case: from 1 MiB on one operation is long enough to time.
[[nodiscard]] WindowLimits bandwidth_limits(std::uint64_t bytes) noexcept;

/// Smallest number of operations of `seconds_each` that take at least 200 µs, within the limits.
/// Not positive or not finite: the most.
[[nodiscard]] int choose_window(double seconds_each, const WindowLimits& limits = {}) noexcept;

/// Enqueues timed together, between 1 and 64: a group is expected to take at most 12 µs, and one
/// that took no longer than the 50 µs limit holds no single enqueue that did.
[[nodiscard]] int enqueue_group(double enqueue_seconds_each) noexcept;

/// Longest a CUDA call behind a gate may take before the sample is invalid, seconds.
inline constexpr double enqueue_limit_seconds = 50e-6;

enum class Gating { gated, ungated };

/// One window of operations between two events.
struct Window {
    double seconds = 0;                            ///< between the events
    double enqueue_seconds = 0;                    ///< host time of all enqueues
    double longest_group = 0;                      ///< host time of the slowest group of enqueues
    double enqueue_limit = enqueue_limit_seconds;  ///< longest a group may take
    GateOutcome gate = GateOutcome::opened;        ///< `opened` when ungated

    [[nodiscard]] bool valid() const noexcept {
        return gate == GateOutcome::opened && longest_group <= enqueue_limit;
    }
};

/// Runs operations 0 … `count`−1 and waits for them. Gated: they are enqueued behind a closed gate,
/// which opens when all are in the queue. Throws CudaError; the gate is then aborted, so its stream
/// drains.
[[nodiscard]] Window run_window(Operations& operations, int count, int group, Gating gating);

}  // namespace hopbench
