#pragma once
#include <cstdint>

#include "bench/latency/pair.hpp"

namespace hopbench {

/// Smallest number of operations of `seconds_each` that take at least 200 µs, between 4 and 400:
/// below 4 a slope means nothing, above 400 a window of twice as many could fill the driver's queue
/// and block behind the gate. Not positive or not finite: 400.
[[nodiscard]] int choose_window(double seconds_each) noexcept;

/// Enqueues timed together, between 1 and 64: a group is expected to take at most 12 µs, and one
/// that took no longer than the 50 µs limit holds no single enqueue that did.
[[nodiscard]] int enqueue_group(double enqueue_seconds_each) noexcept;

/// Longest an enqueue behind a gate may take before the sample is invalid, seconds.
inline constexpr double enqueue_limit_seconds = 50e-6;

enum class Gating { gated, ungated };

/// One window of copies between two events.
struct Window {
    double seconds = 0;                      ///< between the events
    double enqueue_seconds = 0;              ///< host time of all enqueues
    double longest_group = 0;                ///< host time of the slowest group of enqueues
    GateOutcome gate = GateOutcome::opened;  ///< `opened` when ungated

    [[nodiscard]] bool valid() const noexcept {
        return gate == GateOutcome::opened && longest_group <= enqueue_limit_seconds;
    }
};

/// Runs `count` copies into slices 0, 1, … and waits for them. Gated: they are enqueued
/// behind a closed gate, which opens when all are in the queue. Throws CudaError; the gate is then
/// aborted, so its stream drains.
[[nodiscard]] Window run_window(const Pair& pair, int count, int group, Gating gating);

}  // namespace hopbench
