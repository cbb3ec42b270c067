#include "bench/common/pair.hpp"
#include "bench/common/slope_case.hpp"
#include "bench/latency/catalogue.hpp"

// Time a copy takes in a queue of copies (rule: windows of K and 2K behind a gate, the slope
// between them, the intercept published). It is an interval between issues, not a latency.
namespace hopbench {

void run_issue_interval(CaseContext& context) {
    Pair pair(context);
    constexpr std::uint64_t stands_out = 256 << 10;  // bytes; larger copies need no long pilot
    const WindowPlan plan =
        pilot_window(pair, {.min = 4, .max = 400, .pilot = pair.bytes() < stands_out ? 8 : 2});
    OwnerCheck owner = pair.owner_check();
    run_slope_case(context,
                   {.series = latency_series("issue_interval"),
                    .plan = plan,
                    .written = pair.bytes() * slices_of_slope(plan.operations)},
                   pair, owner);
}

}  // namespace hopbench
