// What kernel packs and the engine share: a C interface, because packs are separate libraries.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/sim/engine/windows.hpp"

namespace hopbench::sim {

struct Dim {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;
};

// Who the running device thread is.
struct Lane {
    Dim thread{};
    Dim block{};
    Dim block_size{};
    Dim grid_size{};
};

// Bytes by window. Accesses 512 bytes apart, as a thread's next ones are, count in different banks:
// adding to one word over and over would wait for the previous addition.
struct Tally {
    static constexpr unsigned kBanks = 4;
    static constexpr unsigned kBankShift = 9;
    std::uint64_t bytes[kWindows + 1][kBanks] = {};

    // The word that counts an access at this offset from the windows' base.
    std::uint64_t& word(std::uintptr_t offset) {
        return (&bytes[0][0])[(offset >> kWindowShift) * kBanks +
                              ((offset >> kBankShift) & (kBanks - 1))];
    }
    [[nodiscard]] std::uint64_t of(int window) const {
        const auto& banks = bytes[window];
        return banks[0] + banks[1] + banks[2] + banks[3];
    }
};

// Written by the instrumented device code for every access. One slot more than windows: everything
// else.
struct AccessState {
    Lane lane{};
    std::uint32_t interactive =
        0;  // accesses go to hopbench_sim_access_one instead of being summed
    std::uint32_t unrepeatable = 0;  // it looked at more than its arguments and the windows
    std::uintptr_t stack = 0;        // of the running thread: what lies there is its own
    std::uintptr_t stack_bytes = 0;
    Tally read;
    Tally written;
    // 1: something was read or written in that chunk.
    unsigned char touched[(kWindowSpan >> kChunkShift) + 1] = {};
    unsigned char dirty[(kWindowSpan >> kChunkShift) + 1] = {};
};

// A kernel compiled for the host. Bulk kernels run at once and are charged for the bytes they move;
// threads of interactive ones run side by side in virtual time.
struct KernelDefinition {
    const char* name;  // mangled, as the compiler for the device names it
    bool interactive;
    std::size_t frame_bytes;                         // of the argument values
    void (*capture)(void** arguments, void* frame);  // copies them at launch
    void (*invoke)(const void* frame);               // runs one thread
};

inline constexpr std::size_t kMostFrameBytes = 256;

}  // namespace hopbench::sim

extern "C" {
extern hopbench::sim::AccessState hopbench_sim_access;
void hopbench_sim_register_kernel(const hopbench::sim::KernelDefinition* kernel);
// Interactive threads: the time of one load (write 0) or store passes.
void hopbench_sim_access_one(const void* address, std::size_t bytes, int write);
// An access outside of the windows and of the thread's stack: registered host memory, or memory the
// machine knows nothing of.
void hopbench_sim_access_elsewhere(const void* address, std::size_t bytes, int write);
// After the store itself: threads waiting for that word may go on.
void hopbench_sim_stored();
void hopbench_sim_barrier();
// Interactive threads sleep until a word differs from what they saw, or until the deadline.
void hopbench_sim_spin(const std::uint32_t* a, std::uint32_t seen_a, const std::uint32_t* b,
                       std::uint32_t seen_b, std::uint64_t deadline_ns);
std::uint64_t hopbench_sim_global_timer_ns();
std::int64_t hopbench_sim_clock();
void hopbench_sim_elapse_ns(std::uint64_t nanoseconds);
}
