// A CUDA runtime that does nothing and says that it worked, at once: what a benchmark costs on top
// of it is the benchmark's own. Two devices; memory is the host's; every pair of events is about
// 1 ms apart, each a little more than the one before, so that the longer of two windows is.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kDevices = 2;
thread_local int t_device = 0;

// Handles that are compared but never followed.
template <typename Handle>
cudaError_t give_handle(Handle* handle) {
    static char any;
    *handle = reinterpret_cast<Handle>(&any);
    return cudaSuccess;
}

cudaError_t give_memory(void** pointer, size_t bytes) {
    *pointer = std::calloc(bytes > 0 ? bytes : 1, 1);
    return *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t give(int* out, int value) {
    *out = value;
    return cudaSuccess;
}

cudaError_t take_memory(void* pointer) {
    std::free(pointer);
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return give(count, kDevices);
}
cudaError_t cudaGetDevice(int* device) {
    return give(device, t_device);
}
cudaError_t cudaSetDevice(int device) {
    return give(&t_device, device);
}
cudaError_t cudaDriverGetVersion(int* version) {
    return give(version, CUDART_VERSION);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    return give(version, CUDART_VERSION);
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
    return give(can, 1);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
    return give(value, 1);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "SIMULATED nothing");
    properties->totalGlobalMem = size_t{1} << 40U;
    properties->major = 12;
    properties->multiProcessorCount = 1;
    properties->maxThreadsPerBlock = 1024;
    properties->pciBusID = 1 + device;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
    std::snprintf(text, static_cast<size_t>(bytes), "0000:%02x:00.0",
                  static_cast<unsigned>(1 + device));
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    *flags = 0;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    *free_bytes = *total_bytes = size_t{1} << 40U;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return give_memory(pointer, bytes);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
    return give_memory(pointer, bytes);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
    return give_memory(pointer, bytes);
}
cudaError_t cudaFree(void* pointer) {
    return take_memory(pointer);
}
cudaError_t cudaFreeHost(void* pointer) {
    return take_memory(pointer);
}
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* pointer, unsigned) {
    *device_pointer = pointer;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    *attributes = {};
    attributes->type = cudaMemoryTypeDevice;
    attributes->devicePointer = const_cast<void*>(pointer);
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, size_t) {
    return give(blocks, 1);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int,
                                                                   size_t, unsigned) {
    return give(blocks, 1);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    give(greatest, 0);
    return give(least, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return give_handle(stream);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    return give_handle(stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
    return give_handle(stream);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return give_handle(event);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    return give_handle(event);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
    constexpr float kMore = 1e-4F;
    static unsigned asked = 0;
    *milliseconds = 1.0F + kMore * static_cast<float>(asked++);
    return cudaSuccess;
}

const char* cudaGetErrorName(cudaError_t) {
    return "cudaSuccess";
}
const char* cudaGetErrorString(cudaError_t) {
    return "no error";
}

void** __cudaRegisterFatBinary(void*) {
    static void* handle = nullptr;
    return &handle;
}
char __cudaInitModule(void**) {
    return 1;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void*) {
    return give_handle(kernel);
}

}  // extern "C"
