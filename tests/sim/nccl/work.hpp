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

// Outcomes of past collectives, so that the same one need not be computed again. The key names the
// operation and its inputs by address and version.
class Outcomes {
  public:
    using Key = std::vector<std::uint64_t>;
    // The number that stands for the outcome.
    std::uint64_t number_of(const Key& key, Memory& memory);

  private:
    std::map<Key, std::uint64_t> numbers_;
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
    [[nodiscard]] bool holds_still(Memory& memory) const;
    [[nodiscard]] Outcomes::Key key(Memory& memory) const;
    void compute(const std::vector<int>& receivers) const;
    void reduce_into(const std::vector<int>& receivers, std::size_t first_element) const;
    void gather_into(int rank) const;
    void corrupt(int rank) const;
    [[nodiscard]] Reduction reduction() const;

    std::shared_ptr<const Ring> ring_;
    Shape shape_;
    std::vector<Part> parts_;  // by rank
};

}  // namespace hopbench::sim::nccl
