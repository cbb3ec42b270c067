#include "bench/common/slope.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "bench/common/recorder.hpp"

namespace hopbench {
namespace {

constexpr int pilots = 3;
/// From this share of the pilot's pace on, enqueueing may be what was measured.
constexpr double enqueue_bound_share = 0.8;

}  // namespace

Slope measure_slope(Operations& operations, const WindowPlan& plan, Gating gating) {
    const int k = plan.operations;
    const Window one = run_window(operations, k, plan.group, gating);
    const Window two = run_window(operations, 2 * k, plan.group, gating);
    return {.seconds_each = (two.seconds - one.seconds) / k,
            .intercept = 2 * one.seconds - two.seconds,
            .valid = one.valid() && two.valid(),
            .blocked = one.gate != GateOutcome::opened || two.gate != GateOutcome::opened,
            .enqueue_each = two.enqueue_seconds / (2 * k)};
}

double estimate_of(std::span<const Slope> pilots, int operations) {
    std::vector<double> slopes;
    double shortest = std::numeric_limits<double>::infinity();
    for (const Slope& pilot : pilots) {
        slopes.push_back(pilot.seconds_each);
        shortest = std::min(shortest, pilot.intercept / (2 * operations) + pilot.seconds_each);
    }
    return std::max(median_of(std::move(slopes)), shortest / 4);
}

WindowPlan pilot_window(const WindowLimits& limits,
                        const std::function<void(std::uint32_t)>& reserve,
                        const MeasureSlope& measure) {
    WindowPlan plan;
    plan.operations = limits.pilot;
    std::array<Slope, pilots> slopes;
    for (Slope& slope : slopes) slope = measure(plan, Gating::ungated);
    plan.op_seconds = estimate_of(slopes, plan.operations);
    plan.operations = choose_window(plan.op_seconds, limits);
    const double enqueue_each =
        std::min_element(slopes.begin(), slopes.end(), [](const Slope& a, const Slope& b) {
            return a.enqueue_each < b.enqueue_each;
        })->enqueue_each;
    plan.group = enqueue_group(enqueue_each);
    reserve(slices_of_slope(plan.operations));
    if (enqueue_each < enqueue_bound_share * plan.op_seconds) return plan;

    const Slope refined = measure(plan, Gating::gated);
    const double estimate = estimate_of({&refined, 1}, plan.operations);
    if (refined.valid && estimate < plan.op_seconds) {
        plan.op_seconds = estimate;
        plan.operations = choose_window(plan.op_seconds, limits);
        reserve(slices_of_slope(plan.operations));
    }
    return plan;
}

WindowPlan pilot_window(Operations& operations, const WindowLimits& limits) {
    operations.reserve(slices_of_slope(limits.pilot));
    operations.begin();
    operations.enqueue(0);
    operations.end();
    operations.timing_device().stream.synchronize();
    return pilot_window(
        limits, [&](std::uint32_t count) { operations.reserve(count); },
        [&](const WindowPlan& plan, Gating gating) {
            return measure_slope(operations, plan, gating);
        });
}

}  // namespace hopbench
