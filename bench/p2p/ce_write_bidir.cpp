#include "bench/p2p/both_ways.hpp"
#include "bench/p2p/catalogue.hpp"

// Bandwidth of peer copies in both directions at once, pushed by both GPUs' copy engines.
namespace hopbench {

void run_ce_write_bidir(CaseContext& context) {
    const auto [src, dst] = pair_of(context.planned.name);
    Pair there(context, src, dst);
    Pair back(context, dst, src);
    run_both_ways(context, there, back, false);
}

}  // namespace hopbench
