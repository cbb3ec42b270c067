#include "bench/p2p/both_ways.hpp"
#include "bench/p2p/catalogue.hpp"
#include "bench/p2p/peer_stores.hpp"

// Bandwidth of kernels of both GPUs that store into each other's memory at once.
namespace hopbench {

void run_sm_write_bidir(CaseContext& context) {
    const auto [src, dst] = pair_of(context.planned.name);
    PeerStores there(context, src, dst);
    PeerStores back(context, dst, src);
    run_both_ways(context, there, back, true);
}

}  // namespace hopbench
