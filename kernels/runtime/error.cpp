#include "kernels/runtime/error.hpp"

namespace hopbench {
namespace {

std::string describe(const char* call, cudaError_t code) {
    return std::string(call) + ": " + cudaGetErrorName(code) + ": " + cudaGetErrorString(code);
}

/// A device that is absent or cannot be initialised has no context that could be lost.
bool before_any_context(cudaError_t code) {
    return code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver ||
           code == cudaErrorInitializationError || code == cudaErrorStubLibrary;
}

/// cudaGetLastError() clears an ordinary error. One that a harmless call still meets afterwards is
/// sticky.
bool read_back_sticky(cudaError_t code) {
    (void)cudaGetLastError();
    if (before_any_context(code)) return false;
    const cudaError_t again = cudaFree(nullptr);
    (void)cudaGetLastError();
    return again != cudaSuccess && !before_any_context(again);
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
