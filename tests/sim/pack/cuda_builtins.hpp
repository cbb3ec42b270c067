// The words of CUDA C++ for a host compiler, so that device text compiles unchanged. Include it
// before that text. Limits: __shared__ variables are static, so interactive kernels must not use
// them (several may run side by side).
#pragma once

#include <vector_types.h>

#include <cstdint>
#include <cstring>

#include "tests/sim/engine/device_abi.hpp"

#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __shared__
#undef __forceinline__
#undef __noinline__
#undef __launch_bounds__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)

namespace hopbench::sim {

// Read by assembly, because the compiler would instrument and count plain reads of the lane.
__forceinline__ std::uint32_t lane_word(const std::uint32_t& word) {
    std::uint32_t value;
    asm("movl %1, %0" : "=r"(value) : "m"(word));
    return value;
}

__forceinline__ Dim lane_dim(const Dim& dim) {
    return {lane_word(dim.x), lane_word(dim.y), lane_word(dim.z)};
}

__forceinline__ bool is_interactive() {
    return lane_word(hopbench_sim_access.interactive) != 0;
}

}  // namespace hopbench::sim

#define threadIdx (::hopbench::sim::lane_dim(hopbench_sim_access.lane.thread))
#define blockIdx (::hopbench::sim::lane_dim(hopbench_sim_access.lane.block))
#define blockDim (::hopbench::sim::lane_dim(hopbench_sim_access.lane.block_size))
#define gridDim (::hopbench::sim::lane_dim(hopbench_sim_access.lane.grid_size))

inline constexpr int warpSize = 32;

inline void __syncthreads() {
    hopbench_sim_barrier();
}
// Memory is sequentially consistent in the model: a missing fence is not found here.
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned nanoseconds) {
    hopbench_sim_elapse_ns(nanoseconds);
}
inline long long clock64() {
    return hopbench_sim_clock();
}
[[noreturn]] inline void __trap() {
    __builtin_trap();
}

// Atomics: device threads run one at a time, so a plain update is atomic; it is charged as a load
// and a store.
template <typename T>
inline T atomicAdd(T* address, T value) {
    const T old = *address;
    *address = old + value;
    return old;
}
template <typename T>
inline T atomicMax(T* address, T value) {
    const T old = *address;
    if (value > old) *address = value;
    return old;
}
template <typename T>
inline T atomicMin(T* address, T value) {
    const T old = *address;
    if (value < old) *address = value;
    return old;
}
template <typename T>
inline T atomicOr(T* address, T value) {
    const T old = *address;
    *address = old | value;
    return old;
}
template <typename T>
inline T atomicExch(T* address, T value) {
    const T old = *address;
    *address = value;
    return old;
}
template <typename T>
inline T atomicCAS(T* address, T expected, T value) {
    const T old = *address;
    if (old == expected) *address = value;
    return old;
}
