#include "bench/p2p/delivery.hpp"

// A peer copy on the source's stream with peer access on: its copy engine writes straight into the
// destination's memory. Without peer access the driver would take the copy through host memory,
// which says nothing about the pair.
namespace hopbench {

void try_ce_push(StepContext& context) {
    try_delivery(context, [](PreparedDevice& mover, unsigned char* to, int to_device,
                             const unsigned char* from, int from_device, std::uint64_t bytes) {
        check(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, mover.stream.get()),
              "cudaMemcpyPeerAsync");
    });
}

}  // namespace hopbench
