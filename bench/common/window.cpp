#include "bench/common/window.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/common/closed_gate.hpp"

namespace hopbench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double window_seconds = 200e-6;
constexpr double group_seconds = 12e-6;
constexpr int max_group = 64;
/// Enqueueing fewer operations takes less time than the way of one to the device.
constexpr int few_operations = 4;
constexpr std::chrono::microseconds way_to_device{10};

double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

/// Event, operations, event; fills in the host's side of the window.
void enqueue(Operations& operations, int count, int group, Window& window) {
    const PreparedDevice& device = operations.timing_device();
    device.start.record(device.stream);
    operations.begin();
    const auto begin = Clock::now();
    auto last = begin;
    Clock::duration longest{};
    for (int i = 0; i < count;) {
        const int end = std::min(count, i + group);
        for (; i < end; ++i) operations.enqueue(static_cast<std::uint32_t>(i));
        const auto now = Clock::now();
        longest = std::max(longest, now - last);
        last = now;
    }
    operations.end();
    device.end.record(device.stream);
    window.enqueue_seconds = seconds(last - begin);
    window.longest_group = seconds(longest);
}

/// Lets what was enqueued reach the device, so that it starts when the gate opens and not later.
void let_arrive(int count) {
    if (count >= few_operations) return;
    const auto until = Clock::now() + way_to_device;
    while (Clock::now() < until) {
    }
}

}  // namespace

WindowLimits bandwidth_limits(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t long_enough = 1 << 20;
    constexpr std::uint64_t stands_out = 256 << 10;
    if (bytes >= long_enough) return {.min = 1, .pilot = 1};
    return {.pilot = bytes < stands_out ? 8 : 2};
}

int choose_window(double seconds_each, const WindowLimits& limits) noexcept {
    if (!(seconds_each > window_seconds / limits.max)) return limits.max;
    const double wanted = std::ceil(window_seconds / seconds_each * (1 - 1e-12));
    return static_cast<int>(std::max(wanted, static_cast<double>(limits.min)));
}

int enqueue_group(double enqueue_seconds_each) noexcept {
    if (!(enqueue_seconds_each > group_seconds / max_group)) return max_group;
    return std::max(1, static_cast<int>(group_seconds / enqueue_seconds_each));
}

Window run_window(Operations& operations, int count, int group, Gating gating) {
    PreparedDevice& device = operations.timing_device();
    Window window;
    window.enqueue_limit = enqueue_limit_seconds * std::max(1, operations.calls_each());
    if (gating == Gating::gated) {
        ClosedGate gate(device);
        enqueue(operations, count, group, window);
        let_arrive(count);
        gate.open();
    } else {
        enqueue(operations, count, group, window);
    }
    device.end.synchronize();
    if (gating == Gating::gated) window.gate = device.gate.outcome();
    window.seconds = seconds_between(device.start, device.end);
    return window;
}

}  // namespace hopbench
