#include "kernels/runtime/error.hpp"

namespace hopbench {
namespace {

std::string describe(const char* call, cudaError_t code) {
    return std::string(call) + ": " + cudaGetErrorName(code) + ": " + cudaGetErrorString(code);
}

/// A device that is absent, busy or cannot be initialised has no context that could be lost, and
/// memory that is used up loses none. Such errors come back from every call until their cause is
/// gone, and are not sticky for that.
bool loses_no_context(cudaError_t code) {
    switch (code) {
        case cudaErrorNoDevice:
        case cudaErrorInsufficientDriver:
        case cudaErrorInitializationError:
        case cudaErrorStubLibrary:
        case cudaErrorDevicesUnavailable:
        case cudaErrorSystemNotReady:
        case cudaErrorMemoryAllocation:
            return true;
        default:
            return false;
    }
}

/// cudaGetLastError() clears an ordinary error. One that a harmless call still meets afterwards is
/// sticky.
bool read_back_sticky(cudaError_t code) {
    (void)cudaGetLastError();
    if (loses_no_context(code)) return false;
    const cudaError_t again = cudaFree(nullptr);
    (void)cudaGetLastError();
    return again != cudaSuccess && !loses_no_context(again);
}

}  // namespace

CudaError::CudaError(const char* call, cudaError_t code, SourceLocation where)
    : std::runtime_error(describe(call, code)),
      call_(call),
      code_(code),
      name_(cudaGetErrorName(code)),
      where_(where),
      sticky_(read_back_sticky(code)) {}

}  // namespace hopbench
