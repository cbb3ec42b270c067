#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bench/allreduce/rank_memory.hpp"
#include "bench/common/case_definition.hpp"
#include "kernels/pattern_shape.hpp"
#include "kernels/runtime/nccl_comm.hpp"

namespace hopbench {

/// One GPU's part in a collective.
struct Rank {
    PreparedDevice* device;
    RankMemory* memory;
    NcclComm comm;
};

/// Ranks that are connected, all in this process. Calls leave the device of rank 0 current.
class World {
  public:
    explicit World(std::vector<Rank> ranks) : ranks_(std::move(ranks)) {}

    [[nodiscard]] std::span<const Rank> ranks() const noexcept { return ranks_; }
    [[nodiscard]] int size() const noexcept { return static_cast<int>(ranks_.size()); }

    /// Room for `bytes` at every rank, inputs filled under `key`; waits for it. Throws CudaError.
    void reserve(std::uint64_t bytes, std::uint64_t key);
    /// Enqueues one all-reduce of `bytes` (a multiple of 4) at `offset` of inputs and sums, on each
    /// rank's stream. Throws NcclError.
    void all_reduce(std::uint64_t offset, std::uint64_t bytes);
    /// Enqueues a small all-reduce whose sums nobody reads: no rank's stream passes it before all
    /// have come to it. Throws NcclError.
    void barrier();
    /// Waits for the streams of all ranks. Throws CudaError.
    void synchronize();
    /// Throws NcclError where a rank met an error that no call returned.
    void check_async() const;
    /// Gives all ranks up.
    void abort() noexcept;

  private:
    template <class Memory>
    void reduce(Memory memory, std::uint64_t floats);

    std::vector<Rank> ranks_;
};

/// The worlds of a process: one for each number of ranks, connected on first use. One that failed
/// is not tried again: its error is thrown to every later case.
class Worlds {
  public:
    /// The first `ranks` of the devices under test. Throws CudaError, NcclError.
    World& of(CaseContext& context);
    /// Ends the world of that many ranks because of this error.
    void give_up(int ranks, const NcclError& error);

  private:
    struct Entry {
        std::unique_ptr<World> world;
        std::optional<NcclError> failure;
    };
    std::vector<Rank> connect(Machine& machine, std::span<const int> gpus);

    std::map<int, std::unique_ptr<RankMemory>> memory_;  ///< by rank
    std::map<int, Entry> entries_;                       ///< by number of ranks
};

/// Runs `work` with the world of a case; an NCCL error ends that world on its way out, and a lost
/// context its ranks: destroying them would wait for work that never ends.
template <class Work>
void with_world(CaseContext& context, Work work) {
    auto& worlds = context.machine.kept<Worlds>();
    World& world = worlds.of(context);
    try {
        work(world);
    } catch (const NcclError& error) {
        worlds.give_up(world.size(), error);
        throw;
    } catch (const CallError& error) {
        if (error.sticky()) world.abort();
        throw;
    }
}

}  // namespace hopbench
