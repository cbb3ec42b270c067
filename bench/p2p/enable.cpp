#include "bench/p2p/step.hpp"

// Switching peer access on, both ways. Tried whatever the driver said before: only a refusal of the
// call itself counts.
namespace hopbench {

void try_enable(StepContext& context) {
    const bool granted =
        can_access_peer(context.src, context.dst) && can_access_peer(context.dst, context.src);
    context.record.notes["can_access"] = granted ? 1 : 0;
    try {
        context.peers.enable(context.src, context.dst);
    } catch (const CudaError& error) {
        if (granted || error.sticky()) throw;
        context.record.status = Status::not_supported;
        context.record.reason = error.what();
    }
}

}  // namespace hopbench
