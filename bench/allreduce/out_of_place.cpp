#include "bench/allreduce/catalogue.hpp"
#include "bench/allreduce/rank_windows.hpp"
#include "bench/allreduce/sum_check.hpp"
#include "bench/allreduce/sum_key.hpp"
#include "bench/common/slope_case.hpp"
#include "harness/model/error.hpp"

// Time of an all-reduce (rule: every rank behind a gate, windows of K and 2K calls, events on each
// rank's stream; a sample is the slope of the slowest rank, the spread over ranks is published).
namespace hopbench {
namespace {

std::uint64_t bytes_of(const CaseName& name) {
    if (!name.bytes || *name.bytes == 0 || *name.bytes % sizeof(float) != 0)
        throw usage_error(format_case_name(name), "the case needs bytes, whole floats",
                          "name them, as in allreduce/out_of_place/ranks:8/bytes:4096");
    return *name.bytes;
}

void measure(CaseContext& context, World& world) {
    const std::uint64_t bytes = bytes_of(context.planned.name);
    const std::uint64_t key = sum_key(context.seed);
    RankWindows windows(world, bytes, key);
    const WindowPlan plan = windows.pilot();
    SumCheck owners(world, windows.slices(), key);
    windows.keep_spreads(context.planned.warmup + context.planned.samples);
    run_slope_case(
        context,
        {.series = {.metric = "time", .margin = MarginKind::allreduce},
         .plan = plan,
         .written = windows.slices().payload() * world.ranks().size()},
        [&](Gating gating) { return windows.measure(plan, gating); }, owners);
    context.record.notes["spread_s"] = windows.median_spread();
    if (windows.shared()) context.record.notes["shared_slices"] = 1;
}

}  // namespace

void run_out_of_place(CaseContext& context) {
    context.record.engine = "nccl/float/sum";
    with_world(context, [&](World& world) { measure(context, world); });
}

}  // namespace hopbench
