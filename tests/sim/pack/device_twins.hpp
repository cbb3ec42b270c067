// Host twins of the memory operations in kernels/device_access.cuh: the same names, charged by the
// machine model. Bulk kernels account for their bytes inline and without calls: they check whole
// arenas. It is done by assembly because the compiler instruments plain accesses.
#pragma once

#include "tests/sim/pack/cuda_builtins.hpp"

namespace hopbench::dev {

struct alignas(16) Word16 {
    std::uint64_t low, high;
};

inline std::uint32_t ld_acquire_sys(const std::uint32_t* address) {
    // Instrumented: an interactive thread's time passes before the load.
    return *static_cast<const volatile std::uint32_t*>(address);
}

// Once the store's time has passed it is visible to everyone.
inline void st_relaxed_sys(std::uint32_t* address, std::uint32_t value) {
    *static_cast<volatile std::uint32_t*>(address) = value;
    if (sim::is_interactive()) hopbench_sim_stored();
}

inline void st_release_sys(std::uint32_t* address, std::uint32_t value) {
    st_relaxed_sys(address, value);
}

inline std::uint64_t global_timer_ns() {
    return hopbench_sim_global_timer_ns();
}

inline void spin_hint(const std::uint32_t* a, std::uint32_t seen_a, const std::uint32_t* b,
                      std::uint32_t seen_b, std::uint64_t deadline_ns) {
    hopbench_sim_spin(a, seen_a, b, seen_b, deadline_ns);
}

__forceinline__ Word16 ld16(const void* address) {
    const auto offset = sim::window_offset(address);
    if (sim::is_interactive()) [[unlikely]] {
        hopbench_sim_access_one(address, sizeof(Word16), 0);
    } else if (offset == sim::kWindowSpan) [[unlikely]] {
        hopbench_sim_access_elsewhere(address, sizeof(Word16), 0);
    } else {
        asm volatile("addq $16, %0" : "+m"(hopbench_sim_access.read.word(offset)));
        asm volatile("movb $1, %0" : "=m"(hopbench_sim_access.touched[offset >> sim::kChunkShift]));
    }
    const auto* word = static_cast<const Word16*>(address);
    Word16 value;
    asm volatile("movq %1, %0" : "=r"(value.low) : "m"(word->low));
    asm volatile("movq %1, %0" : "=r"(value.high) : "m"(word->high));
    return value;
}

__forceinline__ void st16(void* address, Word16 value) {
    const auto offset = sim::window_offset(address);
    if (sim::is_interactive()) [[unlikely]] {
        hopbench_sim_access_one(address, sizeof(Word16), 1);
    } else if (offset == sim::kWindowSpan) [[unlikely]] {
        hopbench_sim_access_elsewhere(address, sizeof(Word16), 1);
    } else {
        asm volatile("addq $16, %0" : "+m"(hopbench_sim_access.written.word(offset)));
        asm volatile("movb $1, %0" : "=m"(hopbench_sim_access.dirty[offset >> sim::kChunkShift]));
    }
    auto* word = static_cast<Word16*>(address);
    asm volatile("movq %1, %0" : "=m"(word->low) : "r"(value.low));
    asm volatile("movq %1, %0" : "=m"(word->high) : "r"(value.high));
    if (sim::is_interactive()) [[unlikely]]
        hopbench_sim_stored();
}

inline std::uint64_t atomic_add(std::uint64_t* address, std::uint64_t value) {
    return atomicAdd(address, value);
}

inline std::uint64_t atomic_min(std::uint64_t* address, std::uint64_t value) {
    return atomicMin(address, value);
}

}  // namespace hopbench::dev
