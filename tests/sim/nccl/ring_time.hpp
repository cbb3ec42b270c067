// How long a collective over a ring of GPUs takes on the machine's true links.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/sim/model/machine_model.hpp"
#include "tests/sim/nccl/perception.hpp"

namespace hopbench::sim::nccl {

enum class CollectiveKind : std::uint8_t {
    all_reduce,
    reduce_scatter,
    all_gather,
    broadcast,
    reduce
};

// As NCCL's log names it: "AllReduce".
const char* name_of(CollectiveKind kind);

class RingTime {
  public:
    // gpu_of_rank: indices of the model. decision: of the same ranks, without error.
    RingTime(const MachineModel& model, const Decision& decision,
             const std::vector<int>& gpu_of_rank);

    // ns without noise. bytes: of one rank's vector; where a rank has a large buffer and a small
    // one (reduce-scatter, all-gather) of the large one. With n ranks:
    //   L·(base + steps·(step of the protocol + hop)) + volume / (rate·efficiency·B)
    // rate = min(channels·channel_gbps, ring_rate); L and B: the model's scale. One rank alone
    // copies: base + 2·bytes / memory_gbps.
    [[nodiscard]] double duration_ns(CollectiveKind kind, std::uint64_t bytes) const;

    [[nodiscard]] double hop_ns() const { return hop_ns_; }
    [[nodiscard]] double ring_gbps() const { return ring_gbps_; }

  private:
    void measure_ring(const MachineModel& model, const std::vector<int>& gpu_of_rank);

    NcclModel costs_;
    Decision decision_;
    int ranks_;
    double memory_gbps_;    // of a single rank's GPU
    double hop_ns_ = 0;     // latency of the slowest edge
    double ring_gbps_ = 0;  // of the narrowest edge, other edges' use of its links considered
    double latency_scale_ = 1;
    double bandwidth_scale_ = 1;
};

}  // namespace hopbench::sim::nccl
