// A device thread of an interactive kernel, or a carrier that runs threads of a bulk kernel one
// after another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/sim/engine/device_abi.hpp"
#include "tests/sim/engine/time.hpp"

namespace hopbench::sim {

struct KernelRun;

// What a parked thread waits for: one of two words to differ from what it saw.
struct WatchedWords {
    const std::uint32_t* a = nullptr;
    std::uint32_t seen_a = 0;
    const std::uint32_t* b = nullptr;
    std::uint32_t seen_b = 0;

    [[nodiscard]] bool changed() const {
        return (a != nullptr && *static_cast<const volatile std::uint32_t*>(a) != seen_a) ||
               (b != nullptr && *static_cast<const volatile std::uint32_t*>(b) != seen_b);
    }
};

struct Fiber {
    void* stack_pointer = nullptr;
    char* stack = nullptr;
    KernelRun* run = nullptr;
    Lane lane;
    bool done = false;
    // interactive only
    std::uint32_t block = 0;  // linear index in the grid
    Picoseconds clock = 0;
    Picoseconds loop_start = 0;  // when its current polling round began
    Picoseconds parked_at = 0;
    Picoseconds poll_period = 0;
    std::uint64_t wait_token = 0;  // of the current wait
    WatchedWords watched;
};

// Saves the running context's stack pointer and continues another. x86-64, System V: only
// callee-saved registers live across the call.
extern "C" void hopbench_sim_switch(void** save, void* load);

// A stack on which entry() starts at the first switch to it. entry must not return.
void* prepare_stack(char* stack, std::size_t bytes, void (*entry)());

}  // namespace hopbench::sim
