// Memory of the simulated GPUs and pinned host memory, and the bytes in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tests/sim/engine/windows.hpp"

namespace hopbench::sim {

// "These bytes are a copy of those, as of that version": lets an identical copy be skipped.
struct CopyMemo {
    std::size_t offset;
    std::size_t bytes;
    const void* source;
    std::uint64_t source_version;
};

struct Allocation {
    char* base = nullptr;
    std::size_t bytes = 0;
    std::size_t reserved = 0;
    bool untouched = true;        // never written, by earlier owners neither: all zero
    std::uint64_t version = 0;    // unique over all allocations and writes
    unsigned flags = 0;           // of cudaHostAlloc
    int device = 0;               // current when it was made
    std::vector<CopyMemo> memos;  // by offset, disjoint
    std::size_t cursor = 0;       // the memo after the last one hit: slices are visited in order
};

class Memory {
  public:
    // Reserves the address windows. Throws std::runtime_error when the addresses are taken.
    Memory();
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // bytes > 0. Nothing when the window is full or the system has no memory. resident: pages exist
    // at once.
    Allocation* allocate(int window, std::size_t bytes, bool resident);
    void release(Allocation& allocation);

    // Host memory that the program has mapped itself becomes known to the devices, until release().
    // Nothing when a part of it is known already.
    Allocation* adopt(void* base, std::size_t bytes);
    // The adopted block that holds all of [address, address + bytes), or nothing.
    Allocation* find_registered(const void* address, std::size_t bytes);

    // The live allocation that holds all of [address, address + bytes), or nothing.
    Allocation* find(const void* address, std::size_t bytes) {
        const int window = window_of(address);
        if (window == kNoWindow) return find_registered(address, bytes);
        auto* last = last_[static_cast<std::size_t>(window)];
        const auto* p = static_cast<const char*>(address);
        if (last != nullptr && p >= last->base && bytes <= last->bytes &&
            static_cast<std::size_t>(p - last->base) <= last->bytes - bytes)
            return last;
        return find_slowly(window, p, bytes);
    }
    // Bytes reserved in a window.
    [[nodiscard]] std::size_t used(int window) const {
        return used_.at(static_cast<std::size_t>(window));
    }

    // Moves bytes as an ended copy does. Skipped when the destination provably holds them already.
    // False when an end inside the windows is not allocated.
    bool copy(void* dst, const void* src, std::size_t bytes);
    bool fill(void* dst, int value, std::size_t bytes);
    // Something else than copy or fill has written there.
    void note_write(const void* address, std::size_t bytes);
    // What a computation left in GPU memory, by a number that stands for its inputs: lets the same
    // computation be skipped. note_outcome: those bytes have just been written there.
    std::uint64_t new_outcome() { return ++versions_; }
    bool holds_outcome(const void* address, std::size_t bytes, std::uint64_t outcome);
    void note_outcome(const void* address, std::size_t bytes, std::uint64_t outcome);
    // A kernel has run: forgets what it may have overwritten. dirty: one byte per 2 MiB chunk of
    // all windows, cleared.
    void note_kernel_writes(int window, unsigned char* dirty);

  private:
    using Allocations = std::map<const char*, Allocation>;
    Allocation* find_slowly(int window, const char* address, std::size_t bytes);
    void written(Allocation& allocation, std::size_t offset, std::size_t bytes);
    static bool holds(Allocation& allocation, const CopyMemo& wanted);
    static void remember(Allocation& allocation, const CopyMemo& memo);

    std::array<Allocations, kWindows> allocations_;
    Allocations registered_;
    std::array<Allocation*, kWindows> last_{};
    std::array<std::size_t, kWindows> next_{};
    std::array<std::size_t, kWindows> used_{};
    struct FreeBlock {
        char* base;
        bool untouched;
    };
    std::array<std::multimap<std::size_t, FreeBlock>, kWindows> free_;  // by size
    std::uint64_t versions_ = 0;
};

}  // namespace hopbench::sim
