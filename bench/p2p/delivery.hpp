#pragma once
#include "bench/common/owner_check.hpp"
#include "bench/p2p/step.hpp"

namespace hopbench {

/// One way of moving bytes on a stream of the device that does it, which is current.
using Move = void (*)(PreparedDevice& mover, unsigned char* to, int to_device,
                      const unsigned char* from, int from_device, std::uint64_t bytes);

/// Does what the source writes reach the destination's memory? Peers are enabled, the destination
/// is poisoned, the source moves a pattern there, and the destination's owner looks: its own kernel
/// and its own copy to the host. Where it sees something else, the source moves the bytes back as
/// well: a mirror, which shows a writer what it wrote and nobody else, is told from plain damage.
/// Fills in the record. Throws CudaError.
void try_delivery(StepContext& context, Move move);

}  // namespace hopbench
