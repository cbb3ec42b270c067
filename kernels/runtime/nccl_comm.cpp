#include "kernels/runtime/nccl_comm.hpp"

namespace hopbench {
namespace {

std::string describe(const char* call, ncclResult_t result) {
    std::string text = std::string(call) + ": " + ncclGetErrorString(result);
    const char* last = ncclGetLastError(nullptr);
    if (last && *last != '\0') text += std::string(": ") + last;
    return text;
}

ncclResult_t async_error(ncclComm_t comm) noexcept {
    ncclResult_t kept = ncclSuccess;
    const ncclResult_t asked = ncclCommGetAsyncError(comm, &kept);
    return asked == ncclSuccess ? kept : asked;
}

}  // namespace

NcclError::NcclError(const char* call, ncclResult_t result, SourceLocation where)
    : CallError(call, describe(call, result), where, context_is_lost()), result_(result) {}

NcclComm::~NcclComm() {
    if (!comm_) return;
    if (async_error(comm_) == ncclSuccess)
        (void)ncclCommDestroy(comm_);
    else
        abort();
}

void NcclComm::abort() noexcept {
    if (comm_) (void)ncclCommAbort(std::exchange(comm_, nullptr));
}

void NcclComm::check_async(SourceLocation where) const {
    check_nccl(async_error(comm_), "ncclCommGetAsyncError", where);
}

std::vector<NcclComm> connect_ranks(std::span<const int> devices) {
    std::vector<ncclComm_t> made(devices.size());
    check_nccl(ncclCommInitAll(made.data(), static_cast<int>(devices.size()), devices.data()),
               "ncclCommInitAll");
    std::vector<NcclComm> ranks;
    ranks.reserve(made.size());
    for (const ncclComm_t comm : made) ranks.emplace_back(comm);
    return ranks;
}

std::string nccl_version() {
    int version = 0;
    check_nccl(ncclGetVersion(&version), "ncclGetVersion");
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
}

}  // namespace hopbench
