#include "bench/common/slope_case.hpp"
#include "bench/p2p/catalogue.hpp"

// Bandwidth of peer copies on the source's stream: its copy engines push. Where the GPUs reach each
// other's memory the copy is direct, else the driver takes it through host memory.
namespace hopbench {

void run_ce_write(CaseContext& context) {
    Pair pair(context);
    const WindowPlan plan = pilot_window(pair, bandwidth_limits(pair.bytes()));
    OwnerCheck owner = pair.owner_check();
    run_slope_case(context, bandwidth_case(pair.bytes(), 1, plan), pair, owner);
}

}  // namespace hopbench
