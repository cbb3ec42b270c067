// The library: version, errors, memory.
#include <cuda_runtime_api.h>

#include "tests/sim/nccl/call.hpp"

using namespace hopbench::sim;
using namespace hopbench::sim::nccl;

namespace {

ncclResult_t result_of(cudaError_t error) {
    return error == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t pay(int api, const char* name) {
    return nccl_call(api, name, [](Engine&) { return ncclSuccess; });
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
    return nccl_call(HOPBENCH_NCCL_API(ncclGetVersion), [&](Engine& engine) {
        if (version == nullptr) return ncclInvalidArgument;
        *version = version_code(engine.model().nccl.version);
        return ncclSuccess;
    });
}

// These two read the library's state: they cost nothing, as in the runtime.
const char* ncclGetErrorString(ncclResult_t result) {
    switch (result) {
        case ncclSuccess:
            return "no error";
        case ncclUnhandledCudaError:
            return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
        case ncclSystemError:
            return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
        case ncclInternalError:
            return "internal error - please report this issue to the NCCL developers";
        case ncclInvalidArgument:
            return "invalid argument (run with NCCL_DEBUG=WARN for details)";
        case ncclInvalidUsage:
            return "invalid usage (run with NCCL_DEBUG=WARN for details)";
        case ncclRemoteError:
            return "remote process exited or there was a network error";
        case ncclInProgress:
            return "NCCL operation in progress";
        default:
            return "unknown result code";
    }
}

// Valid until the thread's next call.
const char* ncclGetLastError(ncclComm_t) {
    static thread_local std::string text;
    text = DebugLog::instance().last_error();
    return text.c_str();
}

// The devices' memory is all alike.
ncclResult_t ncclMemAlloc(void** pointer, size_t bytes) {
    if (const auto paid = pay(HOPBENCH_NCCL_API(ncclMemAlloc)); paid != ncclSuccess) return paid;
    if (pointer == nullptr || bytes == 0) return ncclInvalidArgument;
    return result_of(cudaMalloc(pointer, bytes));
}

ncclResult_t ncclMemFree(void* pointer) {
    if (const auto paid = pay(HOPBENCH_NCCL_API(ncclMemFree)); paid != ncclSuccess) return paid;
    return result_of(cudaFree(pointer));
}

}  // extern "C"
