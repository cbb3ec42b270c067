// Errors of the runtime: names, texts, the last one of a thread.
#include <array>

#include "tests/sim/cudart/call.hpp"

namespace {

using namespace hopbench::sim;

struct ErrorText {
    cudaError_t code;
    const char* name;
    const char* text;
};

// Every code that this runtime can answer.
constexpr std::array kErrors{
#define HOPBENCH_ERROR(code, text) ErrorText{code, #code, text}
    HOPBENCH_ERROR(cudaSuccess, "no error"),
    HOPBENCH_ERROR(cudaErrorInvalidValue, "invalid argument"),
    HOPBENCH_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    HOPBENCH_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    HOPBENCH_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    HOPBENCH_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    HOPBENCH_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    HOPBENCH_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    HOPBENCH_ERROR(cudaErrorMapBufferObjectFailed, "mapping of buffer object failed"),
    HOPBENCH_ERROR(cudaErrorNoKernelImageForDevice,
                   "no kernel image is available for execution on the device"),
    HOPBENCH_ERROR(cudaErrorPeerAccessUnsupported,
                   "peer access is not supported between these two devices"),
    HOPBENCH_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    HOPBENCH_ERROR(cudaErrorNotReady, "device not ready"),
    HOPBENCH_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    HOPBENCH_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    HOPBENCH_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    HOPBENCH_ERROR(cudaErrorNotSupported, "operation not supported"),
    HOPBENCH_ERROR(cudaErrorUnknown, "unknown error"),
#undef HOPBENCH_ERROR
};

const ErrorText* find(cudaError_t error) {
    for (const auto& entry : kErrors)
        if (entry.code == error) return &entry;
    return nullptr;
}

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
    const auto* entry = find(error);
    return entry != nullptr ? entry->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    const auto* entry = find(error);
    return entry != nullptr ? entry->text : "unrecognized error code";
}

// Reads of the thread's state: they cost nothing and do not let the devices run. A sticky error
// stays.
cudaError_t cudaGetLastError() {
    auto& state = thread_state();
    const auto error = state.last_error;
    const auto sticky = is_simulated() ? sticky_error(machine()) : cudaSuccess;
    state.last_error = sticky;
    return sticky != cudaSuccess ? sticky : error;
}

cudaError_t cudaPeekAtLastError() {
    const auto sticky = is_simulated() ? sticky_error(machine()) : cudaSuccess;
    return sticky != cudaSuccess ? sticky : thread_state().last_error;
}

}  // extern "C"
