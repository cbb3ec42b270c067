#pragma once
#include <cstdint>
#include <vector>

#include "bench/allreduce/world.hpp"
#include "bench/common/slope.hpp"

namespace hopbench {

/// Windows of all-reduces of one size, every rank held by a gate of its own and timed by events on
/// its own stream. Gates do not open at one instant: a barrier between them and the start events
/// keeps that out of the window. Calls leave the device of rank 0 current; they throw CudaError and
/// NcclError.
class RankWindows {
  public:
    /// Most a rank receives while every operation has a slice of its own, bytes; beyond, all share
    /// one.
    static constexpr std::uint64_t distinct_bytes = std::uint64_t{16} << 20;

    RankWindows(World& world, std::uint64_t bytes, std::uint64_t key);

    /// Chooses the window. The first two calls of the size are ungated: NCCL connects in them.
    [[nodiscard]] WindowPlan pilot();
    /// The slowest rank's slope. Keeps how far the fastest was ahead, while there is room.
    [[nodiscard]] Slope measure(const WindowPlan& plan, Gating gating);

    /// Makes room for the spreads of `samples` slopes and forgets those before.
    void keep_spreads(int samples);
    /// Median of max − min over the ranks of the slopes kept, seconds an operation; 0 without any.
    [[nodiscard]] double median_spread() const;

    [[nodiscard]] const SliceLayout& slices() const noexcept { return slices_; }
    /// Operations write over each other's sums.
    [[nodiscard]] bool shared() const noexcept { return shared_; }

  private:
    void reserve(std::uint32_t count);
    [[nodiscard]] Window run(int count, Gating gating, std::vector<double>& seconds);
    void enqueue(int count, Window& window);

    World& world_;
    std::uint64_t bytes_, key_;
    SliceLayout slices_;  ///< those in use
    bool shared_ = false;
    std::vector<double> one_, two_;  ///< seconds of the smaller and the larger window, by rank
    std::vector<double> spreads_;
};

}  // namespace hopbench
