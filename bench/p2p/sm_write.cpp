#include "bench/common/slope_case.hpp"
#include "bench/p2p/catalogue.hpp"
#include "bench/p2p/peer_stores.hpp"

// Bandwidth of a kernel of the source that stores into the destination's memory.
namespace hopbench {

void run_sm_write(CaseContext& context) {
    const auto [src, dst] = pair_of(context.planned.name);
    PeerStores pair(context, src, dst);
    const WindowPlan plan = pilot_window(pair, bandwidth_limits(pair.bytes()));
    OwnerCheck owner = pair.owner_check();
    run_slope_case(context, bandwidth_case(pair.bytes(), 1, plan), pair, owner);
}

}  // namespace hopbench
