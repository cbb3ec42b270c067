// Copies and fills.
#include "tests/sim/cudart/call.hpp"

using namespace hopbench::sim;

namespace {

bool is_gpu_memory(const void* pointer) {
    return is_gpu_window(window_of(pointer));
}

// Both ends must be allocated where they claim to be; memory that the machine does not know is the
// host's own.
bool allocated(Engine& engine, const void* pointer, size_t bytes) {
    return window_of(pointer) == kNoWindow || engine.memory().find(pointer, bytes) != nullptr;
}

bool matches(cudaMemcpyKind kind, const void* dst, const void* src) {
    switch (kind) {
        case cudaMemcpyHostToHost:
            return !is_gpu_memory(dst) && !is_gpu_memory(src);
        case cudaMemcpyHostToDevice:
            return is_gpu_memory(dst) && !is_gpu_memory(src);
        case cudaMemcpyDeviceToHost:
            return !is_gpu_memory(dst) && is_gpu_memory(src);
        case cudaMemcpyDeviceToDevice:
            return is_gpu_memory(dst) && is_gpu_memory(src);
        case cudaMemcpyDefault:
            return true;
    }
    return false;
}

cudaError_t check(Engine& engine, void* dst, const void* src, size_t bytes, cudaMemcpyKind kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (bytes == 0) return cudaSuccess;
    if (dst == nullptr || src == nullptr || !matches(kind, dst, src)) return cudaErrorInvalidValue;
    return allocated(engine, dst, bytes) && allocated(engine, src, bytes) ? cudaSuccess
                                                                          : cudaErrorInvalidValue;
}

cudaError_t check_peer(Engine& engine, void* dst, int dst_device, const void* src, int src_device,
                       size_t bytes) {
    if (!valid_device(engine, dst_device) || !valid_device(engine, src_device))
        return cudaErrorInvalidDevice;
    if (bytes == 0) return cudaSuccess;
    if (window_of(dst) != dst_device || window_of(src) != src_device) return cudaErrorInvalidValue;
    return allocated(engine, dst, bytes) && allocated(engine, src, bytes) ? cudaSuccess
                                                                          : cudaErrorInvalidValue;
}

cudaError_t fill(Engine& engine, Stream* stream, void* pointer, int value, size_t bytes) {
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (bytes == 0) return cudaSuccess;
    if (engine.home(pointer) == kNoWindow || !allocated(engine, pointer, bytes))
        return cudaErrorInvalidValue;
    engine.submit_fill(*stream, pointer, value, bytes);
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaMemcpyAsync), [&](Engine& engine) {
        auto* stream = resolve(engine, handle);
        if (stream == nullptr) return cudaErrorInvalidResourceHandle;
        if (const auto error = check(engine, dst, src, bytes, kind); error != cudaSuccess)
            return error;
        engine.submit_copy(*stream, dst, src, bytes);
        // Unpinned memory is copied by the driver itself, which returns only when that is done.
        if (bytes > 0 && (engine.home(dst) == kNoWindow || engine.home(src) == kNoWindow))
            engine.wait_stream(*stream);
        return cudaSuccess;
    });
}

cudaError_t cudaMemcpy(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind) {
    return runtime_call(HOPBENCH_API(cudaMemcpy), [&](Engine& engine) {
        if (const auto error = check(engine, dst, src, bytes, kind); error != cudaSuccess)
            return error;
        auto& stream = engine.default_stream(thread_state().device);
        engine.submit_copy(stream, dst, src, bytes);
        engine.wait_stream(stream);
        return cudaSuccess;
    });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device,
                                size_t bytes, cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaMemcpyPeerAsync), [&](Engine& engine) {
        auto* stream = resolve(engine, handle);
        if (stream == nullptr) return cudaErrorInvalidResourceHandle;
        const auto error = check_peer(engine, dst, dst_device, src, src_device, bytes);
        if (error == cudaSuccess) engine.submit_copy(*stream, dst, src, bytes);
        return error;
    });
}

cudaError_t cudaMemcpyPeer(void* dst, int dst_device, const void* src, int src_device,
                           size_t bytes) {
    return runtime_call(HOPBENCH_API(cudaMemcpyPeer), [&](Engine& engine) {
        const auto error = check_peer(engine, dst, dst_device, src, src_device, bytes);
        if (error != cudaSuccess) return error;
        auto& stream = engine.default_stream(thread_state().device);
        engine.submit_copy(stream, dst, src, bytes);
        engine.wait_stream(stream);
        return cudaSuccess;
    });
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaMemsetAsync), [&](Engine& engine) {
        return fill(engine, resolve(engine, handle), pointer, value, bytes);
    });
}

// Returns before the fill is done, as documented for device memory.
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    return runtime_call(HOPBENCH_API(cudaMemset), [&](Engine& engine) {
        return fill(engine, &engine.default_stream(thread_state().device), pointer, value, bytes);
    });
}

}  // extern "C"
