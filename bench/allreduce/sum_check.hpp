#pragma once
#include <cstdint>
#include <vector>

#include "bench/allreduce/world.hpp"
#include "bench/common/verifier.hpp"

namespace hopbench {

/// Checks the sums of every rank where they arrived: by a kernel of that rank's GPU, and by a
/// bounded copy to the host that the CPU compares. Also reads the errors that NCCL kept. Calls
/// leave the device of rank 0 current.
class SumCheck final : public Verifier {
  public:
    SumCheck(World& world, SliceLayout slices, std::uint64_t key);

    void poison() override;
    /// Checks every slice.
    void check(bool poison_again) override;
    /// A note that is there already is kept. The reason names the lowest rank whose sum is wrong
    /// and its first wrong element. Throws NcclError.
    void finish(CaseRecord& record) override;

  private:
    /// What the host's own look at a rank found.
    struct HostView {
        std::uint64_t mismatches = 0;  ///< parts of a sample with a wrong element
        std::uint64_t first_bad = 0;   ///< arena index of the first of them
    };
    void enqueue_poison(const Rank& rank);
    void enqueue_host_copies(const Rank& rank);
    void compare_on_host(const Rank& rank, HostView& view);

    World& world_;
    SliceLayout slices_;
    std::uint64_t key_;
    std::uint64_t samples_checked_ = 0;
    std::vector<HostView> host_views_;  ///< by rank
};

}  // namespace hopbench
