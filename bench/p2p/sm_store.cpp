#include "bench/p2p/delivery.hpp"
#include "kernels/copy.hpp"

// A kernel of the source that stores into the destination's memory.
namespace hopbench {

void try_sm_store(StepContext& context) {
    try_delivery(context,
                 [](PreparedDevice& mover, unsigned char* to, int, const unsigned char* from, int,
                    std::uint64_t bytes) { launch_copy(mover.stream, to, from, bytes); });
}

}  // namespace hopbench
