// Events.
#include "tests/sim/cudart/call.hpp"

using namespace hopbench::sim;

namespace {

cudaError_t create(Engine& engine, cudaEvent_t* handle, unsigned flags) {
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming;
    if (handle == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
    auto& event = engine.create_event(thread_state().device, (flags & cudaEventDisableTiming) == 0);
    *handle = reinterpret_cast<cudaEvent_t>(&event);
    return cudaSuccess;
}

cudaError_t record(Engine& engine, cudaEvent_t event_handle, cudaStream_t stream_handle) {
    auto* event = resolve(event_handle);
    auto* stream = resolve(engine, stream_handle);
    if (event == nullptr || stream == nullptr || event->device != stream->device)
        return cudaErrorInvalidResourceHandle;
    engine.submit_record(*stream, *event);
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* handle) {
    return runtime_call(HOPBENCH_API(cudaEventCreate),
                        [&](Engine& engine) { return create(engine, handle, 0); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaEventCreateWithFlags),
                        [&](Engine& engine) { return create(engine, handle, flags); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return runtime_call(HOPBENCH_API(cudaEventRecord),
                        [&](Engine& engine) { return record(engine, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaEventRecordWithFlags), [&](Engine& engine) {
        return flags == cudaEventRecordDefault ? record(engine, event, stream)
                                               : cudaErrorInvalidValue;
    });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
    return runtime_call(HOPBENCH_API(cudaEventQuery), [&](Engine&) {
        const auto* event = resolve(handle);
        if (event == nullptr) return cudaErrorInvalidResourceHandle;
        return event->done() ? cudaSuccess : cudaErrorNotReady;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
    return runtime_call(HOPBENCH_API(cudaEventSynchronize), [&](Engine& engine) {
        const auto* event = resolve(handle);
        if (event == nullptr) return cudaErrorInvalidResourceHandle;
        engine.wait_event(*event);
        return cudaSuccess;
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from_handle,
                                 cudaEvent_t to_handle) {
    return runtime_call(HOPBENCH_API(cudaEventElapsedTime), [&](Engine&) {
        const auto* from = resolve(from_handle);
        const auto* to = resolve(to_handle);
        if (milliseconds == nullptr) return cudaErrorInvalidValue;
        // Stamps of different devices cannot be subtracted.
        if (from == nullptr || to == nullptr || !from->timing || !to->timing ||
            from->records == 0 || to->records == 0 || from->device != to->device)
            return cudaErrorInvalidResourceHandle;
        if (!from->done() || !to->done()) return cudaErrorNotReady;
        constexpr double kMillisecondsPerPs = 1e-9;
        *milliseconds =
            static_cast<float>(static_cast<double>(to->stamp - from->stamp) * kMillisecondsPerPs);
        return cudaSuccess;
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
    return runtime_call(HOPBENCH_API(cudaEventDestroy), [&](Engine&) {
        auto* event = resolve(handle);
        if (event == nullptr) return cudaErrorInvalidResourceHandle;
        event->alive = false;
        return cudaSuccess;
    });
}

}  // extern "C"
