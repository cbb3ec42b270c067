// Work in a stream: operations, the streams that order them, and the events that mark points in
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/sim/engine/device_abi.hpp"
#include "tests/sim/engine/routes.hpp"

namespace hopbench::sim {

struct Stream;
struct Event;
class Collective;

// Holds once the stream has completed its operation number sequence.
struct Dependency {
    Stream* stream;
    std::uint64_t sequence;
};

enum class OperationKind : std::uint8_t { kCopy, kFill, kKernel, kCollective, kRecord, kWait };
enum class OperationState : std::uint8_t { kQueued, kScheduled };

struct KernelLaunch {
    const KernelDefinition* kernel = nullptr;
    int device = 0;
    Dim grid;
    Dim block;
    alignas(16) std::array<std::byte, kMostFrameBytes> frame;
};

struct Operation {
    Operation* next = nullptr;
    Stream* stream = nullptr;
    OperationKind kind = OperationKind::kWait;
    OperationState state = OperationState::kQueued;
    bool direct = false;         // copy: peer to peer, without a stop in host memory
    std::uint64_t sequence = 0;  // in its stream, from 1
    Picoseconds ready = 0;       // not before
    double slowness = 1;         // noise factor, drawn when it begins
    const Route* route = nullptr;
    void* dst = nullptr;
    const void* src = nullptr;
    std::size_t bytes = 0;
    int value = 0;  // fill
    Event* event = nullptr;
    std::uint64_t record = 0;  // which record of that event this is
    int pending = 0;           // kernel: transfers that have not ended
    struct Transfer {
        const Route* route;
        std::uint64_t bytes;
    };
    std::vector<Transfer> transfers;  // kernel: what it reads and writes, by owner
    std::vector<Dependency> dependencies;
    std::shared_ptr<Collective> collective;
    KernelLaunch launch;
};

// Streams and events are never freed, so a stale handle is recognised instead of followed into
// other memory.
struct Stream {
    static constexpr std::uint32_t kMagic = 0x5357ea11;
    std::uint32_t magic = kMagic;
    int device = 0;
    bool blocking = true;  // ordered against the device's default stream
    bool alive = true;
    Operation* head = nullptr;
    Operation* tail = nullptr;
    std::uint64_t enqueued = 0;  // operations so far
    std::uint64_t completed = 0;
    std::uint64_t last_kernel = 0;  // sequence of the newest kernel
    struct Waiter {
        std::uint64_t sequence;
        Stream* stream;
    };
    std::vector<Waiter> waiters;  // streams whose head waits for this one
};

struct Event {
    static constexpr std::uint32_t kMagic = 0x5eba7e01;
    std::uint32_t magic = kMagic;
    int device = 0;
    bool timing = true;
    bool alive = true;
    std::uint64_t records = 0;  // how often recorded
    Stream* stream = nullptr;   // of the newest record
    std::uint64_t sequence = 0;
    Picoseconds stamp = 0;
    [[nodiscard]] bool done() const { return records == 0 || stream->completed >= sequence; }
};

}  // namespace hopbench::sim
