#include "kernels/runtime/peer_access.hpp"

#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

/// True when this call enabled it, false when it was enabled before.
bool enable(int device, int peer) {
    const ScopedDevice current(device);
    const cudaError_t code = cudaDeviceEnablePeerAccess(peer, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled) {
        (void)cudaGetLastError();
        return false;
    }
    check(code, "cudaDeviceEnablePeerAccess");
    return true;
}

void disable_one(int device, int peer) noexcept {
    int former = 0;
    if (cudaGetDevice(&former) != cudaSuccess || cudaSetDevice(device) != cudaSuccess) return;
    if (cudaDeviceDisablePeerAccess(peer) != cudaSuccess) (void)cudaGetLastError();
    (void)cudaSetDevice(former);
}

}  // namespace

PeerAccess::PeerAccess(int first, int second) : first_(first), second_(second) {
    forward_ = enable(first, second);
    try {
        backward_ = enable(second, first);
    } catch (...) {
        disable();
        throw;
    }
}

PeerAccess::~PeerAccess() {
    disable();
}

void PeerAccess::disable() noexcept {
    if (forward_) disable_one(first_, second_);
    if (backward_) disable_one(second_, first_);
    forward_ = backward_ = false;
}

}  // namespace hopbench
