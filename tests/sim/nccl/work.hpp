// One collective in flight: what its ranks brought, how long it lasts, what it leaves in memory.
#pragma once

#include <nccl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "tests/sim/engine/collective.hpp"
#include "tests/sim/nccl/reduction.hpp"
#include "tests/sim/nccl/ring_time.hpp"

namespace hopbench::sim::nccl {

// In what all ranks of a collective must agree.
struct Shape {
    CollectiveKind kind = CollectiveKind::all_reduce;
    std::size_t count = 0;  // elements, as the caller gives it
    ncclDataType_t type = ncclFloat32;
    ncclRedOp_t op = ncclSum;  // a built-in one; ncclNumOps: the sum of scaled inputs
    int root = 0;

    bool operator==(const Shape&) const = default;
};

// Bytes that a rank sends and receives; 0 where it does neither.
std::size_t sent_bytes(const Shape& shape, int ranks, int rank);
std::size_t received_bytes(const Shape& shape, int ranks, int rank);
// The protocol and the time depend on the larger of the two, over all ranks.
std::size_t message_bytes(const Shape& shape, int ranks);

// What one rank brings.
struct Part {
    const void* send = nullptr;
    void* recv = nullptr;
    Scalar factor = {};                    // of ncclNumOps
    const void* factor_address = nullptr;  // where the factor lies when it is read at run time
};

// Where the results of past reductions lie, so that the same one need not be computed again.
class Outcomes {
  public:
    // The operation and the contents of its inputs.
    using Key = std::vector<std::uint64_t>;

    // An address that holds the outcome now, or nothing.
    const char* find(const Key& key, Memory& memory);
    // The outcome has just been written there.
    void remember(const Key& key, const void* address, std::size_t bytes, Memory& memory);

  private:
    std::map<Key, std::vector<ContentRun>> places_;
};

// What the ranks of a communicator share once it is initialised.
struct Ring {
    RingTime time;
    int ranks;
    bool hangs;                          // injected: no collective ever ends
    std::vector<bool> corrupts;          // injected, by rank: an element of its results is wrong
    std::shared_ptr<Outcomes> outcomes;  // of the communicator
};

class Work : public Collective {
  public:
    Work(std::shared_ptr<const Ring> ring, const Shape& shape);

    [[nodiscard]] const Shape& shape() const { return shape_; }
    // Before the rank's stream submits its part.
    void join(int rank, const Part& part) { parts_[static_cast<std::size_t>(rank)] = part; }

    std::optional<Picoseconds> duration() override;
    bool apply(Memory& memory) override;

  private:
    [[nodiscard]] bool reachable(Memory& memory) const;
    [[nodiscard]] std::optional<Outcomes::Key> key(Memory& memory, std::size_t first) const;
    void reduce_parts(Memory& memory, const std::vector<int>& receivers, std::size_t first) const;
    void compute(Memory& memory, int receiver, std::size_t first) const;
    void gather_into(Memory& memory, int rank) const;
    void corrupt(Memory& memory, int rank) const;
    [[nodiscard]] Reduction reduction() const;

    std::shared_ptr<const Ring> ring_;
    Shape shape_;
    std::vector<Part> parts_;  // by rank
};

}  // namespace hopbench::sim::nccl
