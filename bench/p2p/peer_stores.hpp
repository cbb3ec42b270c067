#pragma once
#include "bench/common/pair.hpp"

namespace hopbench {

/// The pair's transfers by multiprocessors instead of a copy engine: a kernel of the source stores
/// into the destination's memory.
class PeerStores final : public Pair {
  public:
    /// Throws CudaError; Error where the driver gives the GPUs no access to each other's memory.
    PeerStores(CaseContext& context, int src, int dst);

    void enqueue(std::uint32_t index) override;
};

/// Really runs the copy kernel on these devices, once in the life of a process: loaded lazily,
/// behind a gate, it would never start. Throws CudaError.
void warm_up_copies(Machine& machine, std::initializer_list<PreparedDevice*> devices);

}  // namespace hopbench
