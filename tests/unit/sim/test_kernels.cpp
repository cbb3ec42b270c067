#include "tests/unit/sim/test_kernels.hpp"

#include "tests/sim/pack/device_twins.hpp"
// Registration after the words it is written in.
#include "tests/sim/pack/kernel_registration.hpp"

namespace hopbench::sim_test {

__global__ void wait_for_signal(Signal* signal, std::uint64_t budget_ns) {
    const auto start = dev::global_timer_ns();
    signal->start_ns = start;
    std::uint32_t ended = 2;
    std::uint32_t rounds = 0;
    while (dev::global_timer_ns() < start + budget_ns) {
        ++rounds;
        const auto open = dev::ld_acquire_sys(&signal->open);
        const auto abort = dev::ld_acquire_sys(&signal->abort);
        if (open != 0) {
            ended = 1;
            break;
        }
        dev::spin_hint(&signal->open, open, &signal->abort, abort, start + budget_ns);
    }
    signal->rounds = rounds;
    signal->end_ns = dev::global_timer_ns();
    dev::st_release_sys(&signal->ended, ended);
}

__global__ void spin_for_ever(const std::uint32_t* word) {
    while (dev::ld_acquire_sys(word) == 0) {
    }
}

__global__ void fill_words(std::uint64_t* to, std::uint64_t value) {
    to[static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x] = value;
}

__global__ void add_one(std::uint64_t* to, const std::uint64_t* from) {
    const auto i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    to[i] = from[i] + 1;
}

__global__ void count_others(const std::uint64_t* from, std::uint64_t value, std::uint64_t* count) {
    const auto i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (from[i] != value) dev::atomic_add(count, 1);
}

__global__ void tell_time(std::uint64_t* to) {
    *to = dev::global_timer_ns();
}

// Each block adds up its numbers in shared memory.
__global__ void sum_by_block(const std::uint32_t* from, std::uint32_t* sums) {
    __shared__ std::uint32_t partial[64];
    partial[threadIdx.x] = from[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (std::uint32_t half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

HOPBENCH_SIM_KERNEL_INTERACTIVE(wait_for_signal);
HOPBENCH_SIM_KERNEL_INTERACTIVE(spin_for_ever);
HOPBENCH_SIM_KERNEL(fill_words);
HOPBENCH_SIM_KERNEL(add_one);
HOPBENCH_SIM_KERNEL(count_others);
HOPBENCH_SIM_KERNEL(tell_time);
HOPBENCH_SIM_KERNEL(sum_by_block);

}  // namespace hopbench::sim_test
