#include <algorithm>

#include "bench/common/host_placement.hpp"
#include "bench/common/slope_case.hpp"
#include "bench/staged/catalogue.hpp"
#include "bench/staged/ring.hpp"

// Bandwidth of explicit staging (rule: windows of K and 2K transfers behind the destination's gate,
// the slope between them; slots bound to the node of the case and checked there).
namespace hopbench {

void run_ring(CaseContext& context) {
    Ring ring(context);
    const std::uint64_t bytes = ring.slices().bytes;
    const WindowPlan plan = pilot_window(ring, bandwidth_limits(bytes));
    if (!record_placement(ring.region(), context.record)) return;
    context.record.notes["chunk_bytes"] = static_cast<double>(std::min(bytes, Ring::chunk_bytes));
    context.record.notes["slots"] = Ring::depth;
    OwnerCheck owner = ring.owner_check();
    run_slope_case(context, bandwidth_case(bytes, 1, plan), ring, owner);
}

}  // namespace hopbench
