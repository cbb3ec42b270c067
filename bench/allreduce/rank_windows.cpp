#include "bench/allreduce/rank_windows.hpp"

#include <algorithm>
#include <chrono>

#include "bench/common/recorder.hpp"

namespace hopbench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_operations = 64;  ///< NCCL queues fewer of its launches than a driver of copies
constexpr int warm_up_calls = 2;

double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

/// The gates of all ranks; those closed are aborted when, because of an exception, they were never
/// opened.
class ClosedGates {
  public:
    explicit ClosedGates(std::span<const Rank> ranks) : ranks_(ranks) {}
    ~ClosedGates() {
        if (opened_) return;
        for (const Rank& rank : ranks_.first(closed_)) rank.device->gate.abort();
    }
    ClosedGates(const ClosedGates&) = delete;
    ClosedGates& operator=(const ClosedGates&) = delete;

    void close() {
        for (const Rank& rank : ranks_) {
            set_device(rank.device->index);
            rank.device->gate.close(rank.device->stream);
            ++closed_;
        }
    }
    void open() noexcept {
        for (const Rank& rank : ranks_) rank.device->gate.open();
        opened_ = true;
    }

  private:
    std::span<const Rank> ranks_;
    std::size_t closed_ = 0;
    bool opened_ = false;
};

}  // namespace

RankWindows::RankWindows(World& world, std::uint64_t bytes, std::uint64_t key)
    : world_(world),
      bytes_(bytes),
      key_(key),
      one_(world.ranks().size()),
      two_(world.ranks().size()) {}

void RankWindows::reserve(std::uint32_t count) {
    slices_ = slices_of(bytes_, count);
    shared_ = slices_.extent() > distinct_bytes;
    if (shared_) slices_.count = 1;
    world_.reserve(slices_.extent(), key_);
}

WindowPlan RankWindows::pilot() {
    WindowLimits limits = bandwidth_limits(bytes_);
    limits.max = most_operations;
    reserve(slices_of_slope(limits.pilot));
    (void)run(warm_up_calls, Gating::ungated, one_);
    return pilot_window(
        limits, [this](std::uint32_t count) { reserve(count); },
        [this](const WindowPlan& plan, Gating gating) { return measure(plan, gating); });
}

void RankWindows::enqueue(int count, Window& window) {
    world_.barrier();
    for (const Rank& rank : world_.ranks()) rank.device->start.record(rank.device->stream);
    const auto begin = Clock::now();
    auto last = begin;
    Clock::duration longest{};
    for (int i = 0; i < count; ++i) {
        world_.all_reduce(shared_ ? 0 : static_cast<std::uint64_t>(i) * slices_.stride, bytes_);
        const auto now = Clock::now();
        longest = std::max(longest, now - last);
        last = now;
    }
    for (const Rank& rank : world_.ranks()) rank.device->end.record(rank.device->stream);
    window.enqueue_seconds = seconds(last - begin);
    window.longest_group = seconds(longest);
}

Window RankWindows::run(int count, Gating gating, std::vector<double>& rank_seconds) {
    Window window;
    // A call of a group launches on every rank.
    window.enqueue_limit = enqueue_limit_seconds * world_.size();
    if (gating == Gating::gated) {
        ClosedGates gates(world_.ranks());
        gates.close();
        enqueue(count, window);
        gates.open();
    } else {
        enqueue(count, window);
    }
    for (std::size_t i = 0; const Rank& rank : world_.ranks()) {
        const PreparedDevice& device = *rank.device;
        device.end.synchronize();
        if (gating == Gating::gated && device.gate.outcome() != GateOutcome::opened)
            window.gate = device.gate.outcome();
        rank_seconds[i++] = seconds_between(device.start, device.end);
    }
    set_device(world_.ranks().front().device->index);
    return window;
}

Slope RankWindows::measure(const WindowPlan& plan, Gating gating) {
    const int k = plan.operations;
    const Window one = run(k, gating, one_);
    const Window two = run(2 * k, gating, two_);
    const auto slope_of = [&](std::size_t rank) { return (two_[rank] - one_[rank]) / k; };
    std::size_t slowest = 0, fastest = 0;
    for (std::size_t rank = 1; rank < one_.size(); ++rank) {
        if (slope_of(rank) > slope_of(slowest)) slowest = rank;
        if (slope_of(rank) < slope_of(fastest)) fastest = rank;
    }
    const Slope slope{.seconds_each = slope_of(slowest),
                      .intercept = 2 * one_[slowest] - two_[slowest],
                      .valid = one.valid() && two.valid(),
                      .blocked = one.gate != GateOutcome::opened || two.gate != GateOutcome::opened,
                      .enqueue_each = two.enqueue_seconds / (2 * k)};
    if ((slope.valid || gating == Gating::ungated) && spreads_.size() < spreads_.capacity())
        spreads_.push_back(slope_of(slowest) - slope_of(fastest));
    return slope;
}

void RankWindows::keep_spreads(int samples) {
    spreads_.clear();
    spreads_.reserve(static_cast<std::size_t>(samples));
}

double RankWindows::median_spread() const {
    return spreads_.empty() ? 0 : median_of(spreads_);
}

}  // namespace hopbench
