// Host builds of the kernels with which nccl-tests makes inputs and checks results. The text is its
// own (HOPBENCH_NCCL_TESTS_VERIFIABLE: verifiable.cu with what a host compiler cannot take
// replaced, see nccl_tests_pack.py); here is only the registration of every type and operator.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <nccl.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>

// The words of device text, after the headers that use them for something else.
#include "tests/sim/pack/cuda_builtins.hpp"

// Only what kernels themselves load and store is memory of the device: the variables of their
// helpers are not seen once those are inlined.
#undef __device__
#define __device__ inline __attribute__((always_inline))

// Launches in that text are the program's part, not the pack's.
#define cudaLaunchKernel(...) cudaErrorNotSupported

#include HOPBENCH_NCCL_TESTS_VERIFIABLE
#include "tests/sim/pack/kernel_registration.hpp"

namespace {

using hopbench::sim::register_kernel;

template <typename T, typename Uint, typename Operator>
bool register_operator() {
    return register_kernel<&prepareInput2<T, Operator>>(&prepareInput2<T, Operator>, false) &&
           register_kernel<&prepareExpected2<T, Operator>>(&prepareExpected2<T, Operator>, false) &&
           register_kernel<&verifyInline2<T, Uint, Operator>>(&verifyInline2<T, Uint, Operator>,
                                                              false);
}

template <typename T, typename Uint>
bool register_type() {
    return register_operator<T, Uint, ReduceNil>() && register_operator<T, Uint, ReduceSum>() &&
           register_operator<T, Uint, ReduceMin>() && register_operator<T, Uint, ReduceMax>() &&
           register_operator<T, Uint, ReduceProd>() && register_operator<T, Uint, ReduceAvg>() &&
           register_operator<T, Uint, ReducePreMulSum>();
}

template <typename Uint>
bool register_comparison() {
    return register_kernel<&verifyPrepared<Uint>>(&verifyPrepared<Uint>, false);
}

const bool registered [[maybe_unused]] =
    register_type<std::int8_t, std::uint8_t>() && register_type<std::uint8_t, std::uint8_t>() &&
    register_type<std::int32_t, std::uint32_t>() && register_type<std::uint32_t, std::uint32_t>() &&
    register_type<std::int64_t, std::uint64_t>() && register_type<std::uint64_t, std::uint64_t>() &&
    register_type<half, std::uint16_t>() && register_type<__nv_bfloat16, std::uint16_t>() &&
    register_type<float, std::uint32_t>() && register_type<double, std::uint64_t>() &&
    register_comparison<std::uint8_t>() && register_comparison<std::uint16_t>() &&
    register_comparison<std::uint32_t>() && register_comparison<std::uint64_t>();

}  // namespace
