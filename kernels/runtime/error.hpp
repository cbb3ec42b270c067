#pragma once
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace hopbench {

/// Where a call stands in the source.
struct SourceLocation {
    const char* file;
    int line;

    static constexpr SourceLocation current(const char* file = __builtin_FILE(),
                                            int line = __builtin_LINE()) noexcept {
        return {file, line};
    }
};

/// A call into a library of the driver's stack that failed: what the runner of cases needs to know.
class CallError : public std::runtime_error {
  public:
    /// `call` is a string literal, the name of the function.
    CallError(const char* call, const std::string& what, SourceLocation where, bool sticky)
        : std::runtime_error(what), call_(call), where_(where), sticky_(sticky) {}

    [[nodiscard]] const char* call() const noexcept { return call_; }  ///< "cudaMalloc"
    [[nodiscard]] SourceLocation where() const noexcept { return where_; }
    /// A context is lost: every later call of this process will fail as well.
    [[nodiscard]] bool sticky() const noexcept { return sticky_; }

  private:
    const char* call_;
    SourceLocation where_;
    bool sticky_;
};

/// A CUDA call that failed. what(): "cudaMalloc: cudaErrorMemoryAllocation: out of memory".
/// Making one clears the runtime's last error and asks the runtime whether the error stays.
class CudaError : public CallError {
  public:
    CudaError(const char* call, cudaError_t code, SourceLocation where);

    [[nodiscard]] cudaError_t code() const noexcept { return code_; }
    [[nodiscard]] const char* name() const noexcept { return name_; }  ///< "cudaErrorInvalidValue"

  private:
    cudaError_t code_;
    const char* name_;
};

/// Clears the runtime's last error, an ordinary one; true when a harmless call still meets one
/// afterwards: a context is lost.
[[nodiscard]] bool context_is_lost() noexcept;

/// Throws CudaError when `code` is an error. `call` is a string literal, the name of the function.
inline void check(cudaError_t code, const char* call,
                  SourceLocation where = SourceLocation::current()) {
    if (code != cudaSuccess) [[unlikely]]
        throw CudaError(call, code, where);
}

}  // namespace hopbench
