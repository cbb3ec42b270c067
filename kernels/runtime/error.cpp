#include "kernels/runtime/error.hpp"

namespace hopbench {
namespace {

std::string describe(const char* call, cudaError_t code) {
    return std::string(call) + ": " + cudaGetErrorName(code) + ": " + cudaGetErrorString(code);
}

/// A device that is absent, busy or cannot be initialised has no context that could be lost, and
/// memory that is used up loses none. Such errors come back from every call until their cause is
/// gone, and are not sticky for that.
bool loses_no_context(cudaError_t code) noexcept {
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

/// Errors of which the documentation says that the process must end. Asking afterwards does not
/// find all of them: a context is lost on one device, and another one may be current.
bool loses_a_context(cudaError_t code) noexcept {
    switch (code) {
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorAssert:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorLaunchFailure:
        case cudaErrorMpsClientTerminated:
        case cudaErrorExternalDevice:
            return true;
        default:
            return false;
    }
}

bool read_back_sticky(cudaError_t code) {
    if (!loses_no_context(code)) return context_is_lost() || loses_a_context(code);
    (void)cudaGetLastError();
    return false;
}

}  // namespace

bool context_is_lost() noexcept {
    (void)cudaGetLastError();
    const cudaError_t again = cudaFree(nullptr);
    (void)cudaGetLastError();
    return again != cudaSuccess && !loses_no_context(again);
}

CudaError::CudaError(const char* call, cudaError_t code, SourceLocation where)
    : CallError(call, describe(call, code), where, read_back_sticky(code)),
      code_(code),
      name_(cudaGetErrorName(code)) {}

}  // namespace hopbench
