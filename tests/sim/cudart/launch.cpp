// Kernels: what the compiler's start-up code registers, and launches. In CUDA 13 a launch arrives
// as __cudaGetKernel and __cudaLaunchKernel.
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "tests/sim/cudart/call.hpp"
#include "tests/sim/cudart/registered_function.hpp"

namespace hopbench::sim {
namespace {

// By the host's address of the function; filled before main, never destroyed.
std::map<const void*, RegisteredFunction>& functions() {
    static auto* all = new std::map<const void*, RegisteredFunction>;
    return *all;
}

struct CallConfiguration {
    dim3 grid;
    dim3 block;
    size_t shared_bytes = 0;
    cudaStream_t stream = nullptr;
};
thread_local CallConfiguration t_configuration;

bool is_launchable(const dim3& grid, const dim3& block) {
    constexpr unsigned kMostGridYz = 65535;
    const auto threads = static_cast<std::uint64_t>(block.x) * block.y * block.z;
    return threads > 0 && threads <= 1024 && block.z <= 64 && grid.x > 0 && grid.x <= 0x7fffffffU &&
           grid.y > 0 && grid.y <= kMostGridYz && grid.z > 0 && grid.z <= kMostGridYz;
}

cudaError_t launch(const RegisteredFunction* function, dim3 grid, dim3 block, void** arguments,
                   cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaLaunchKernel), [&](Engine& engine) {
        auto* stream = resolve(engine, handle);
        if (stream == nullptr || stream->device != thread_state().device)
            return cudaErrorInvalidResourceHandle;
        if (function == nullptr) return cudaErrorInvalidDeviceFunction;
        if (!is_launchable(grid, block)) return cudaErrorInvalidConfiguration;
        const auto* kernel = compiled_kernel(*function);
        if (kernel == nullptr) return cudaErrorNoKernelImageForDevice;
        engine.submit_kernel(*stream, *kernel, stream->device, {grid.x, grid.y, grid.z},
                             {block.x, block.y, block.z}, arguments);
        return cudaSuccess;
    });
}

}  // namespace

const RegisteredFunction* registered_function(const void* host_function) {
    const auto found = functions().find(host_function);
    return found == functions().end() ? nullptr : &found->second;
}

const KernelDefinition* compiled_kernel(const RegisteredFunction& function) {
    const auto* kernel = find_kernel(function.name);
    static std::set<std::string> told;
    if (kernel == nullptr && told.insert(function.name).second)
        std::fprintf(stderr,
                     "hopbench-sim: no pack in HOPBENCH_SIM_KERNELS contains the kernel %s\n",
                     function.name.c_str());
    return kernel;
}

}  // namespace hopbench::sim

using namespace hopbench::sim;

extern "C" {

void** __cudaRegisterFatBinary(void*) {
    static void* handle = nullptr;
    return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) {
    return 1;
}

void __cudaRegisterFunction(void**, const char* host_function, char*, const char* device_name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
    functions()[host_function] = {device_name};
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                     CUstream_st* stream) {
    t_configuration = {grid, block, shared_bytes, stream};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                       void* stream) {
    *grid = t_configuration.grid;
    *block = t_configuration.block;
    *shared_bytes = t_configuration.shared_bytes;
    *static_cast<cudaStream_t*>(stream) = t_configuration.stream;
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    const auto* function = registered_function(host_function);
    if (function == nullptr) return remembered(cudaErrorInvalidDeviceFunction);
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<RegisteredFunction*>(function));
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t,
                               cudaStream_t stream) {
    return launch(reinterpret_cast<const RegisteredFunction*>(kernel), grid, block, arguments,
                  stream);
}

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t, cudaStream_t stream) {
    return launch(reinterpret_cast<const RegisteredFunction*>(kernel), grid, block, arguments,
                  stream);
}

cudaError_t cudaLaunchKernel(const void* host_function, dim3 grid, dim3 block, void** arguments,
                             size_t, cudaStream_t stream) {
    return launch(registered_function(host_function), grid, block, arguments, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* host_function,
                                void** arguments) {
    if (configuration == nullptr) return remembered(cudaErrorInvalidValue);
    return launch(registered_function(host_function), configuration->gridDim,
                  configuration->blockDim, arguments, configuration->stream);
}

}  // extern "C"
