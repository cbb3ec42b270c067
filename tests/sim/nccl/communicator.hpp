// Communicators: the ranks that belong together, and one rank's handle.
#pragma once

#include <nccl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/nccl/work.hpp"

namespace hopbench::sim::nccl {

// All ranks of one communicator, met by their unique id.
struct Clique {
    std::vector<ncclComm*> members;  // by rank; null until it has joined
    int joined = 0;
    bool settled = false;                    // all have joined and init has been tried
    ncclResult_t init_result = ncclSuccess;  // once settled
    std::shared_ptr<const Ring> ring;        // once settled without error
    Decision decision;
    std::map<std::uint64_t, std::shared_ptr<Work>> open;  // that some ranks have yet to join

    [[nodiscard]] int ranks() const { return static_cast<int>(members.size()); }
};

struct ScaledSum {
    bool alive = true;
    ncclDataType_t type = ncclFloat32;
    Scalar factor = {};
    const void* factor_address = nullptr;
};

// A rank takes its place in the communicator of that id; the last one settles it. out becomes the
// new handle. Fails for a rank out of range or taken, or when ranks disagree on their number.
ncclResult_t join(Engine& engine, const ncclUniqueId& id, int ranks, int rank, int device,
                  ncclComm_t* out);
// Blocks until all ranks have joined; what init came to. May throw Deadlock.
ncclResult_t await_settled(Engine& engine, ncclComm_t* handle);

// A rank that has joined is not to be: its handle becomes null. The others wait in vain.
void leave(ncclComm_t* handle);

// Nothing for a null handle and one that was destroyed.
ncclComm* resolve(ncclComm_t handle);

// The version as NCCL encodes it: 2.28.9 is 22809.
int version_code(const std::string& version);

// Warns, and returns the result.
ncclResult_t complain(ncclResult_t result, int device, const std::string& text);

}  // namespace hopbench::sim::nccl

// Never freed, so a stale handle is recognised instead of followed into other memory.
struct ncclComm {
    static constexpr std::uint32_t kMagic = 0xc0113c70;
    std::uint32_t magic = kMagic;
    std::shared_ptr<hopbench::sim::nccl::Clique> clique;
    int rank = 0;
    int device = 0;
    bool finalized = false;
    std::uint64_t issued = 0;  // collectives so far
    ncclResult_t async_error = ncclSuccess;
    std::vector<std::weak_ptr<hopbench::sim::nccl::Work>> works = {};  // that may not have ended
    hopbench::sim::Stream* last_stream = nullptr;                      // of the newest collective
    std::uint64_t last_sequence = 0;
    std::vector<hopbench::sim::nccl::ScaledSum> scaled_sums = {};  // by op - ncclNumOps
    std::uint64_t registrations = 0;
    std::set<std::uint64_t> registered = {};
};
