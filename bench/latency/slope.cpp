#include "bench/latency/slope.hpp"

namespace hopbench {
namespace {

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

WindowPlan pilot_window(Pair& pair) {
    WindowPlan plan{.operations =
                        pair.bytes() < large_bytes ? pilot_operations : large_pilot_operations};
    pair.set_slices(slices_of_slope(plan.operations));
    pair.copy(0);
    pair.source().stream.synchronize();
    const Slope pilot = measure_slope(pair, plan, Gating::ungated);
    plan = {.operations = choose_window(pilot.seconds_each),
            .group = enqueue_group(pilot.enqueue_each),
            .op_seconds = pilot.seconds_each};
    pair.set_slices(slices_of_slope(plan.operations));
    if (pilot.enqueue_each < enqueue_bound_share * pilot.seconds_each) return plan;

    const Slope refined = measure_slope(pair, plan, Gating::gated);
    if (refined.valid && refined.seconds_each < plan.op_seconds) {
        plan.op_seconds = refined.seconds_each;
        plan.operations = choose_window(plan.op_seconds);
        pair.set_slices(slices_of_slope(plan.operations));
    }
    return plan;
}

}  // namespace hopbench
