#pragma once
// The few memory operations kernels may use. Under nvcc they are PTX (sm_75 and later); under a
// host compiler the simulated stack's twins take their place, so the same kernel text runs on both.
//
//   Word16                     16 bytes, two 64-bit halves
//   ld_acquire_sys, st_release_sys, st_relaxed_sys    32-bit, system scope
//   global_timer_ns            nanoseconds of a clock every SM shares; may tick as slowly as 1 µs
//   spin_hint(a, seen_a, b, seen_b, deadline_ns)
//                              body of a loop that polls words a and b and just saw these values:
//                              nothing on a GPU, where the loop re-reads; a simulated thread sleeps
//                              until a word holds another value or global_timer_ns() ≥ deadline_ns
//   ld16, st16                 16-byte accesses, address a multiple of 16
//   atomic_add, atomic_min     64-bit, device memory only; return the old value
#ifdef __CUDACC__
#include <cstdint>

namespace hopbench::dev {

struct alignas(16) Word16 {
    std::uint64_t low, high;
};

__device__ __forceinline__ std::uint32_t ld_acquire_sys(const std::uint32_t* address) {
    std::uint32_t value;
    asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

__device__ __forceinline__ void st_release_sys(std::uint32_t* address, std::uint32_t value) {
    asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

__device__ __forceinline__ void st_relaxed_sys(std::uint32_t* address, std::uint32_t value) {
    asm volatile("st.relaxed.sys.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

__device__ __forceinline__ std::uint64_t global_timer_ns() {
    std::uint64_t value;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(value)::"memory");
    return value;
}

__device__ __forceinline__ void spin_hint(const std::uint32_t*, std::uint32_t, const std::uint32_t*,
                                          std::uint32_t, std::uint64_t) {}

__device__ __forceinline__ Word16 ld16(const void* address) {
    Word16 word;
    asm volatile("ld.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(word.low), "=l"(word.high)
                 : "l"(address)
                 : "memory");
    return word;
}

__device__ __forceinline__ void st16(void* address, Word16 word) {
    asm volatile("st.global.v2.u64 [%0], {%1, %2};" ::"l"(address), "l"(word.low), "l"(word.high)
                 : "memory");
}

__device__ __forceinline__ std::uint64_t atomic_add(std::uint64_t* address, std::uint64_t value) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    return atomicAdd(reinterpret_cast<unsigned long long*>(address),
                     static_cast<unsigned long long>(value));
}

__device__ __forceinline__ std::uint64_t atomic_min(std::uint64_t* address, std::uint64_t value) {
    return atomicMin(reinterpret_cast<unsigned long long*>(address),
                     static_cast<unsigned long long>(value));
}

}  // namespace hopbench::dev
#else
#include "tests/sim/pack/device_twins.hpp"
#endif
