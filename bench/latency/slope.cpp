#include "bench/latency/slope.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "bench/common/recorder.hpp"

namespace hopbench {
namespace {

constexpr int pilots = 3;
constexpr int pilot_operations = 8;
constexpr int large_pilot_operations = 2;  ///< large copies need no more to stand out
constexpr std::uint64_t large_bytes = 256 << 10;
/// From this share of the pilot's pace on, enqueueing may be what was measured.
constexpr double enqueue_bound_share = 0.8;

}  // namespace

Slope measure_slope(const Pair& pair, const WindowPlan& plan, Gating gating) {
    const int k = plan.operations;
    const Window one = run_window(pair, k, plan.group, gating);
    const Window two = run_window(pair, 2 * k, plan.group, gating);
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

WindowPlan pilot_window(Pair& pair) {
    WindowPlan plan;
    plan.operations = pair.bytes() < large_bytes ? pilot_operations : large_pilot_operations;
    pair.set_slices(slices_of_slope(plan.operations));
    pair.copy(0);
    pair.source().stream.synchronize();
    std::array<Slope, pilots> slopes;
    for (Slope& slope : slopes) slope = measure_slope(pair, plan, Gating::ungated);
    plan.op_seconds = estimate_of(slopes, plan.operations);
    plan.operations = choose_window(plan.op_seconds);
    const double enqueue_each =
        std::min_element(slopes.begin(), slopes.end(), [](const Slope& a, const Slope& b) {
            return a.enqueue_each < b.enqueue_each;
        })->enqueue_each;
    plan.group = enqueue_group(enqueue_each);
    pair.set_slices(slices_of_slope(plan.operations));
    if (enqueue_each < enqueue_bound_share * plan.op_seconds) return plan;

    const Slope refined = measure_slope(pair, plan, Gating::gated);
    const double estimate = estimate_of({&refined, 1}, plan.operations);
    if (refined.valid && estimate < plan.op_seconds) {
        plan.op_seconds = estimate;
        plan.operations = choose_window(plan.op_seconds);
        pair.set_slices(slices_of_slope(plan.operations));
    }
    return plan;
}

}  // namespace hopbench
