// Streams.
#include "tests/sim/cudart/call.hpp"

using namespace hopbench::sim;

namespace {

cudaError_t create(Engine& engine, cudaStream_t* handle, unsigned flags) {
    if (handle == nullptr || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
        return cudaErrorInvalidValue;
    auto& stream =
        engine.create_stream(thread_state().device, (flags & cudaStreamNonBlocking) == 0);
    *handle = reinterpret_cast<cudaStream_t>(&stream);
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* handle) {
    return runtime_call(HOPBENCH_API(cudaStreamCreate),
                        [&](Engine& engine) { return create(engine, handle, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaStreamCreateWithFlags),
                        [&](Engine& engine) { return create(engine, handle, flags); });
}

// Priorities are accepted; the model's engines know none.
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* handle, unsigned flags, int) {
    return runtime_call(HOPBENCH_API(cudaStreamCreateWithPriority),
                        [&](Engine& engine) { return create(engine, handle, flags); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return runtime_call(HOPBENCH_API(cudaDeviceGetStreamPriorityRange), [&](Engine&) {
        if (least != nullptr) *least = 0;
        if (greatest != nullptr) *greatest = -5;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaStreamSynchronize), [&](Engine& engine) {
        const auto* stream = resolve(engine, handle);
        if (stream == nullptr) return cudaErrorInvalidResourceHandle;
        engine.wait_stream(*stream);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaStreamQuery), [&](Engine& engine) {
        const auto* stream = resolve(engine, handle);
        if (stream == nullptr) return cudaErrorInvalidResourceHandle;
        return stream->completed < stream->enqueued ? cudaErrorNotReady : cudaSuccess;
    });
}

// What is in the stream is still carried out.
cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    return runtime_call(HOPBENCH_API(cudaStreamDestroy), [&](Engine& engine) {
        auto* stream = resolve(engine, handle);
        if (stream == nullptr || stream == &engine.default_stream(stream->device))
            return cudaErrorInvalidResourceHandle;
        stream->alive = false;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
    return runtime_call(HOPBENCH_API(cudaStreamGetFlags), [&](Engine& engine) {
        const auto* stream = resolve(engine, handle);
        if (stream == nullptr) return cudaErrorInvalidResourceHandle;
        if (flags == nullptr) return cudaErrorInvalidValue;
        *flags = stream->blocking ? cudaStreamDefault : cudaStreamNonBlocking;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
    return runtime_call(HOPBENCH_API(cudaStreamGetDevice), [&](Engine& engine) {
        const auto* stream = resolve(engine, handle);
        if (stream == nullptr) return cudaErrorInvalidResourceHandle;
        if (device == nullptr) return cudaErrorInvalidValue;
        *device = stream->device;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream_handle, cudaEvent_t event_handle,
                                unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaStreamWaitEvent), [&](Engine& engine) {
        auto* stream = resolve(engine, stream_handle);
        const auto* event = resolve(event_handle);
        if (stream == nullptr || event == nullptr) return cudaErrorInvalidResourceHandle;
        if (flags != 0) return cudaErrorInvalidValue;
        engine.submit_wait(*stream, *event);
        return cudaSuccess;
    });
}

}  // extern "C"
