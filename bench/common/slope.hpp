#pragma once
#include <functional>
#include <span>

#include "bench/common/window.hpp"

namespace hopbench {

/// How many operations a window takes and how their enqueues are timed.
struct WindowPlan {
    int operations = 0;     ///< K; the second window takes 2K
    int group = 1;          ///< enqueues timed together
    double op_seconds = 0;  ///< the estimate K comes from
};

/// Two windows and the line through them.
struct Slope {
    double seconds_each = 0;  ///< (T(2K) − T(K)) / K
    double intercept = 0;     ///< 2·T(K) − T(2K): gate, events and the first operation's start
    bool valid = false;       ///< both gates opened in time and no enqueue took too long
    bool blocked = false;     ///< a gate ran out of time: an enqueue waits for the work before it
    double enqueue_each = 0;  ///< host seconds an enqueue, of the second window
};

/// Operations a slope is measured with: those of the larger window; the smaller one repeats the
/// first half.
[[nodiscard]] constexpr std::uint32_t slices_of_slope(int operations) noexcept {
    return 2 * static_cast<std::uint32_t>(operations);
}

/// Measures windows of K and 2K. slices_of_slope(K) operations are reserved. Throws CudaError.
[[nodiscard]] Slope measure_slope(Operations& operations, const WindowPlan& plan, Gating gating);

/// Seconds an operation as an odd number of pilots with windows of `operations` and twice that tell
/// it: the median slope, so that one disturbed window does not decide, and no less than a quarter
/// of the larger window's time an operation, which holds even if most were disturbed.
[[nodiscard]] double estimate_of(std::span<const Slope> pilots, int operations);

/// Takes one slope with a window plan. May throw CallError.
using MeasureSlope = std::function<Slope(const WindowPlan&, Gating)>;

/// What pilot_window() does, for windows of another kind: `reserve` makes room for that many
/// operations, `measure` takes slopes. slices_of_slope(limits.pilot) operations are reserved and
/// have been warmed up.
[[nodiscard]] WindowPlan pilot_window(const WindowLimits& limits,
                                      const std::function<void(std::uint32_t)>& reserve,
                                      const MeasureSlope& measure);

/// Chooses the window from ungated pilots, refined behind the gate where they show the pace
/// of enqueueing rather than of the work. Leaves the operations of that window reserved. Throws
/// CudaError.
[[nodiscard]] WindowPlan pilot_window(Operations& operations, const WindowLimits& limits);

}  // namespace hopbench
