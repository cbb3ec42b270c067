// Memory of devices and pinned memory of the host.
#include "tests/sim/cudart/call.hpp"
#include "tests/sim/cudart/host_mapping.hpp"

using namespace hopbench::sim;

namespace {

cudaError_t allocate_host(Engine& engine, void** pointer, size_t bytes, unsigned flags) {
    constexpr unsigned kKnown =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (pointer == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    const int device = thread_state().device;
    const int window = kGpuWindows + engine.host_pages().process_node();
    auto* allocation = engine.memory().allocate(window, bytes, true);
    if (allocation == nullptr) return cudaErrorMemoryAllocation;
    allocation->flags = flags;
    allocation->device = device;
    *pointer = allocation->base;
    return cudaSuccess;
}

// The allocation that begins at the pointer and lies in the right kind of memory.
Allocation* whole_allocation(Engine& engine, void* pointer, bool on_gpu) {
    const int window = window_of(pointer);
    if (on_gpu ? !is_gpu_window(window) : !is_host_window(window)) return nullptr;
    auto* allocation = engine.memory().find(pointer, 1);
    return allocation != nullptr && allocation->base == pointer ? allocation : nullptr;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return runtime_call(HOPBENCH_API(cudaMalloc), [&](Engine& engine) {
        if (pointer == nullptr) return cudaErrorInvalidValue;
        *pointer = nullptr;
        const int device = thread_state().device;
        if (engine.faults().malloc_fails(device)) return cudaErrorMemoryAllocation;
        if (bytes == 0) return cudaSuccess;
        const double capacity = engine.model().gpus[static_cast<std::size_t>(device)].memory_gib *
                                static_cast<double>(1U << 30U);
        if (static_cast<double>(engine.memory().used(device)) + static_cast<double>(bytes) >
            capacity)
            return cudaErrorMemoryAllocation;
        auto* allocation = engine.memory().allocate(device, bytes, false);
        if (allocation == nullptr) return cudaErrorMemoryAllocation;
        allocation->device = device;
        *pointer = allocation->base;
        return cudaSuccess;
    });
}

// Work in flight may still use the memory: the device comes to rest first.
cudaError_t cudaFree(void* pointer) {
    return runtime_call(HOPBENCH_API(cudaFree), [&](Engine& engine) {
        if (pointer == nullptr) return cudaSuccess;
        auto* allocation = whole_allocation(engine, pointer, true);
        if (allocation == nullptr) return cudaErrorInvalidValue;
        engine.wait_device(window_of(pointer));
        engine.memory().release(*allocation);
        return cudaSuccess;
    });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaHostAlloc), [&](Engine& engine) {
        return allocate_host(engine, pointer, bytes, flags);
    });
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
    return runtime_call(HOPBENCH_API(cudaMallocHost),
                        [&](Engine& engine) { return allocate_host(engine, pointer, bytes, 0); });
}

cudaError_t cudaFreeHost(void* pointer) {
    return runtime_call(HOPBENCH_API(cudaFreeHost), [&](Engine& engine) {
        if (pointer == nullptr) return cudaSuccess;
        auto* allocation = whole_allocation(engine, pointer, false);
        if (allocation == nullptr) return cudaErrorInvalidValue;
        engine.wait_device(allocation->device);
        engine.memory().release(*allocation);
        return cudaSuccess;
    });
}

// The pages stay where they are; the devices learn of them.
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaHostRegister), [&](Engine& engine) {
        constexpr unsigned kKnown =
            cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
        if ((flags & cudaHostRegisterIoMemory) != 0) return cudaErrorNotSupported;
        if (pointer == nullptr || bytes == 0 || (flags & ~kKnown) != 0)
            return cudaErrorInvalidValue;
        if (window_of(pointer) != kNoWindow)
            return is_gpu_window(window_of(pointer)) ? cudaErrorInvalidValue
                                                     : cudaErrorHostMemoryAlreadyRegistered;
        const auto mapping = host_mapping(pointer, bytes);
        if (mapping == HostMapping::kNone) return cudaErrorInvalidValue;
        auto* allocation = engine.memory().adopt(pointer, bytes, mapping == HostMapping::kOwn);
        if (allocation == nullptr) return cudaErrorHostMemoryAlreadyRegistered;
        // cudaHostGetFlags speaks of allocation flags, whose values for these two are the same.
        allocation->flags = flags & (cudaHostAllocPortable | cudaHostAllocMapped);
        allocation->device = thread_state().device;
        return cudaSuccess;
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return runtime_call(HOPBENCH_API(cudaHostUnregister), [&](Engine& engine) {
        if (pointer == nullptr) return cudaErrorInvalidValue;
        auto* allocation = engine.memory().find_registered(pointer, 1);
        if (allocation == nullptr || allocation->base != pointer)
            return cudaErrorHostMemoryNotRegistered;
        engine.wait_device(allocation->device);
        engine.memory().release(*allocation);
        return cudaSuccess;
    });
}

// With one address space for all, the device sees pinned memory where the host does.
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* pointer, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaHostGetDevicePointer), [&](Engine& engine) {
        if (device_pointer == nullptr || flags != 0 || !is_host_window(engine.home(pointer)) ||
            engine.memory().find(pointer, 1) == nullptr)
            return cudaErrorInvalidValue;
        *device_pointer = pointer;
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
    return runtime_call(HOPBENCH_API(cudaHostGetFlags), [&](Engine& engine) {
        const auto* allocation = engine.memory().find(pointer, 1);
        if (flags == nullptr || allocation == nullptr || !is_host_window(engine.home(pointer)))
            return cudaErrorInvalidValue;
        *flags = allocation->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return runtime_call(HOPBENCH_API(cudaMemGetInfo), [&](Engine& engine) {
        if (free_bytes == nullptr || total_bytes == nullptr) return cudaErrorInvalidValue;
        const int device = thread_state().device;
        const auto& gpu = engine.model().gpus[static_cast<std::size_t>(device)];
        *total_bytes = static_cast<size_t>(gpu.memory_gib * static_cast<double>(1U << 30U));
        *free_bytes = *total_bytes - engine.memory().used(device);
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return runtime_call(HOPBENCH_API(cudaPointerGetAttributes), [&](Engine& engine) {
        if (attributes == nullptr) return cudaErrorInvalidValue;
        *attributes = {};
        attributes->type = cudaMemoryTypeUnregistered;
        attributes->device = cudaInvalidDeviceId;
        const auto* allocation = engine.memory().find(pointer, 1);
        if (allocation == nullptr) return cudaSuccess;
        const bool on_gpu = is_gpu_window(window_of(pointer));
        attributes->type = on_gpu ? cudaMemoryTypeDevice : cudaMemoryTypeHost;
        attributes->device = allocation->device;
        attributes->devicePointer = const_cast<void*>(pointer);
        attributes->hostPointer = on_gpu ? nullptr : const_cast<void*>(pointer);
        return cudaSuccess;
    });
}

}  // extern "C"
