#pragma once
#include <nccl.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/runtime/error.hpp"

namespace hopbench {

/// An NCCL call that failed, or an error that NCCL met later and keeps. what(): "ncclCommInitAll:
/// unhandled system error (…): " and NCCL's own last words. Making one clears CUDA's last error and
/// asks the runtime whether a context was lost with it.
class NcclError : public CallError {
  public:
    NcclError(const char* call, ncclResult_t result, SourceLocation where);

    [[nodiscard]] ncclResult_t result() const noexcept { return result_; }

  private:
    ncclResult_t result_;
};

/// Throws NcclError when `result` is one. `call` is a string literal, the name of the function.
inline void check_nccl(ncclResult_t result, const char* call,
                       SourceLocation where = SourceLocation::current()) {
    if (result != ncclSuccess) [[unlikely]]
        throw NcclError(call, result, where);
}

/// One rank of an NCCL communicator.
class NcclComm {
  public:
    /// Takes over a rank that NCCL has made.
    explicit NcclComm(ncclComm_t comm) noexcept : comm_(comm) {}
    /// Destroys the rank, or aborts it where it keeps an error: then nobody would wait for it.
    ~NcclComm();
    NcclComm(NcclComm&& other) noexcept : comm_(std::exchange(other.comm_, nullptr)) {}
    NcclComm& operator=(NcclComm&& other) noexcept {
        std::swap(comm_, other.comm_);
        return *this;
    }

    [[nodiscard]] ncclComm_t get() const noexcept { return comm_; }
    /// Gives the rank up, with whatever it still waits for. It is no longer usable.
    void abort() noexcept;
    /// Throws NcclError where NCCL met an error after the call that caused it had returned.
    void check_async(SourceLocation where = SourceLocation::current()) const;

  private:
    ncclComm_t comm_ = nullptr;
};
static_assert(sizeof(NcclComm) == sizeof(void*));

/// A communicator of these devices, rank by rank, all in this process. Throws NcclError.
[[nodiscard]] std::vector<NcclComm> connect_ranks(std::span<const int> devices);

/// Calls from the first to the last of a group reach NCCL together: one thread that drives several
/// ranks would otherwise wait for itself. end() launches them; without it, as an exception leaves,
/// the group is closed and its error dropped for that exception's sake.
class NcclGroup {
  public:
    NcclGroup() { check_nccl(ncclGroupStart(), "ncclGroupStart"); }
    ~NcclGroup() {
        if (open_) (void)ncclGroupEnd();
    }
    NcclGroup(const NcclGroup&) = delete;
    NcclGroup& operator=(const NcclGroup&) = delete;

    /// Throws NcclError.
    void end() {
        open_ = false;
        check_nccl(ncclGroupEnd(), "ncclGroupEnd");
    }

  private:
    bool open_ = true;
};

/// "2.28.9" of the loaded library. Throws NcclError.
[[nodiscard]] std::string nccl_version();

}  // namespace hopbench
