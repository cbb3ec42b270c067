// Host builds of the two kernels that the public sample p2pBandwidthLatencyTest launches, written
// from their signatures and purpose: hold a stream until a host flag is set (or clocks have
// passed), and copy by 16-byte words.
#include "tests/sim/pack/cuda_builtins.hpp"
// Registration after the words it is written in.
#include "tests/sim/pack/kernel_registration.hpp"

__global__ void delay(volatile int* flag, unsigned long long timeout_clocks) {
    const auto start = static_cast<unsigned long long>(clock64());
    while (*flag == 0 && static_cast<unsigned long long>(clock64()) - start <= timeout_clocks) {
    }
}

__global__ void copyp2p(int4* __restrict__ to, const int4* __restrict__ from, size_t count) {
    const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride)
        to[i] = from[i];
}

HOPBENCH_SIM_KERNEL_INTERACTIVE(delay);
HOPBENCH_SIM_KERNEL(copyp2p);
