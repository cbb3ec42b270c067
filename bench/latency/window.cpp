#include "bench/latency/window.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace hopbench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double window_seconds = 200e-6;
constexpr int min_window = 4;
constexpr int max_window = 400;
constexpr double group_seconds = 12e-6;
constexpr int max_group = 64;

double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

/// Aborts a gate that was closed but, because of an exception, never opened.
class ClosedGate {
  public:
    ClosedGate(Gate& gate, const Stream& stream) : gate_(gate) { gate_.close(stream); }
    ~ClosedGate() {
        if (!opened_) gate_.abort();
    }
    ClosedGate(const ClosedGate&) = delete;
    ClosedGate& operator=(const ClosedGate&) = delete;
    void open() noexcept {
        gate_.open();
        opened_ = true;
    }

  private:
    Gate& gate_;
    bool opened_ = false;
};

/// Event, copies, event; fills in the host's side of the window.
void enqueue(const Pair& pair, int count, int group, Window& window) {
    const PreparedDevice& device = pair.source();
    device.start.record(device.stream);
    const auto begin = Clock::now();
    auto last = begin;
    Clock::duration longest{};
    for (int i = 0; i < count;) {
        const int end = std::min(count, i + group);
        for (; i < end; ++i) pair.copy(static_cast<std::uint32_t>(i));
        const auto now = Clock::now();
        longest = std::max(longest, now - last);
        last = now;
    }
    device.end.record(device.stream);
    window.enqueue_seconds = seconds(last - begin);
    window.longest_group = seconds(longest);
}

}  // namespace

int choose_window(double seconds_each) noexcept {
    if (!(seconds_each > window_seconds / max_window)) return max_window;
    const double wanted = std::ceil(window_seconds / seconds_each * (1 - 1e-12));
    return static_cast<int>(std::max(wanted, static_cast<double>(min_window)));
}

int enqueue_group(double enqueue_seconds_each) noexcept {
    if (!(enqueue_seconds_each > group_seconds / max_group)) return max_group;
    return std::max(1, static_cast<int>(group_seconds / enqueue_seconds_each));
}

Window run_window(const Pair& pair, int count, int group, Gating gating) {
    PreparedDevice& device = pair.source();
    Window window;
    if (gating == Gating::gated) {
        ClosedGate gate(device.gate, device.stream);
        enqueue(pair, count, group, window);
        gate.open();
    } else {
        enqueue(pair, count, group, window);
    }
    device.end.synchronize();
    if (gating == Gating::gated) window.gate = device.gate.outcome();
    window.seconds = seconds_between(device.start, device.end);
    return window;
}

}  // namespace hopbench
