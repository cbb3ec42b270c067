// The faults of a machine model: when each strikes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

class Faults {
  public:
    explicit Faults(const std::vector<FaultModel>& faults);

    [[nodiscard]] bool any() const { return !faults_.empty(); }

    // Each call counts as one attempt.
    bool malloc_fails(int device);
    bool peer_corrupts(int src, int dst);
    bool copy_hangs();
    // One more operation begins on the device.
    bool device_is_lost(int device);

    [[nodiscard]] bool peer_enable_fails(int from, int to) const;
    [[nodiscard]] bool mirrors(int src, int dst) const;
    // Whether stores of src into dst's memory may arrive otherwise than they were made.
    [[nodiscard]] bool alters_stores(int src, int dst) const;
    // A direct copy from src to dst, or a kernel of src that stores there, never ends.
    [[nodiscard]] bool peer_hangs(int src, int dst) const;
    // Of communicators with so many ranks, and of one rank's results.
    [[nodiscard]] bool nccl_init_fails(int nranks) const;
    [[nodiscard]] bool nccl_hangs(int nranks) const;
    [[nodiscard]] bool nccl_corrupts(int rank) const;
    [[nodiscard]] bool enqueue_blocks_behind_gate() const { return enqueue_blocks_; }

  private:
    [[nodiscard]] bool has_pair(FaultKind kind, int src, int dst) const;
    [[nodiscard]] bool has_size(FaultKind kind, int nranks) const;
    struct Counted {
        FaultModel model;
        std::int64_t count = 0;
    };
    std::vector<Counted> faults_;
    bool enqueue_blocks_ = false;
};

// What a mirroring pair pretends: bytes written by src into dst's memory that only src sees.
class MirrorStore {
  public:
    // dst: the address in the owner's memory.
    void keep(const void* dst, const void* bytes, std::size_t count);
    // Overlays what has been kept for [address, address + count) onto out.
    void overlay(const void* address, std::size_t count, void* out) const;

  private:
    std::map<const char*, std::vector<char>> kept_;
};

}  // namespace hopbench::sim
