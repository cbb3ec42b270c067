// Attributes and occupancy of kernels.
#include "tests/sim/cudart/call.hpp"
#include "tests/sim/cudart/device_facts.hpp"
#include "tests/sim/cudart/registered_function.hpp"

using namespace hopbench::sim;

namespace {

cudaError_t check(const void* host_function) {
    const auto* function = registered_function(host_function);
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    return compiled_kernel(*function) != nullptr ? cudaSuccess : cudaErrorNoKernelImageForDevice;
}

cudaError_t occupancy(int* blocks, const void* host_function, int block_size) {
    if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
    if (const auto error = check(host_function); error != cudaSuccess) return error;
    *blocks = block_size <= kMaxThreadsPerBlock ? kThreadsPerMultiprocessor / block_size : 0;
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host_function) {
    return runtime_call(HOPBENCH_API(cudaFuncGetAttributes), [&](Engine& engine) {
        if (attributes == nullptr) return cudaErrorInvalidValue;
        if (const auto error = check(host_function); error != cudaSuccess) return error;
        const auto& gpu = engine.model().gpus[static_cast<std::size_t>(thread_state().device)];
        *attributes = {};
        attributes->maxThreadsPerBlock = kMaxThreadsPerBlock;
        attributes->numRegs = 32;
        attributes->binaryVersion = attributes->ptxVersion = 10 * gpu.sm_major + gpu.sm_minor;
        return cudaSuccess;
    });
}

cudaError_t cudaFuncSetAttribute(const void* host_function, cudaFuncAttribute, int) {
    return runtime_call(HOPBENCH_API(cudaFuncSetAttribute),
                        [&](Engine&) { return check(host_function); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host_function,
                                                          int block_size, size_t) {
    return runtime_call(HOPBENCH_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor),
                        [&](Engine&) { return occupancy(blocks, host_function, block_size); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* host_function,
                                                                   int block_size, size_t,
                                                                   unsigned) {
    return runtime_call(HOPBENCH_API(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
                        [&](Engine&) { return occupancy(blocks, host_function, block_size); });
}

}  // extern "C"
