// Peer access between devices.
#include "tests/sim/cudart/call.hpp"

using namespace hopbench::sim;

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return runtime_call(HOPBENCH_API(cudaDeviceCanAccessPeer), [&](Engine& engine) {
        if (can == nullptr) return cudaErrorInvalidValue;
        if (!valid_device(engine, device) || !valid_device(engine, peer))
            return cudaErrorInvalidDevice;
        *can = device != peer && engine.model().p2p.can_access ? 1 : 0;
        return cudaSuccess;
    });
}

// All links are PCIe: no atomics in a peer's memory, and none ranks before another.
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) {
    return runtime_call(HOPBENCH_API(cudaDeviceGetP2PAttribute), [&](Engine& engine) {
        if (value == nullptr) return cudaErrorInvalidValue;
        if (!valid_device(engine, source) || !valid_device(engine, destination) ||
            source == destination)
            return cudaErrorInvalidDevice;
        switch (attribute) {
            case cudaDevP2PAttrAccessSupported:
            case cudaDevP2PAttrCudaArrayAccessSupported:
                *value = engine.model().p2p.can_access ? 1 : 0;
                return cudaSuccess;
            case cudaDevP2PAttrPerformanceRank:
            case cudaDevP2PAttrNativeAtomicSupported:
                *value = 0;
                return cudaSuccess;
            default:
                return cudaErrorInvalidValue;
        }
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaDeviceEnablePeerAccess), [&](Engine& engine) {
        const int device = thread_state().device;
        if (!valid_device(engine, peer) || peer == device) return cudaErrorInvalidDevice;
        if (flags != 0) return cudaErrorInvalidValue;
        if (!engine.model().p2p.can_access) return cudaErrorPeerAccessUnsupported;
        if (engine.faults().peer_enable_fails(device, peer)) return cudaErrorMapBufferObjectFailed;
        if (engine.peer_enabled(device, peer)) return cudaErrorPeerAccessAlreadyEnabled;
        engine.set_peer(device, peer, true);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return runtime_call(HOPBENCH_API(cudaDeviceDisablePeerAccess), [&](Engine& engine) {
        const int device = thread_state().device;
        if (!valid_device(engine, peer)) return cudaErrorInvalidDevice;
        if (!engine.peer_enabled(device, peer)) return cudaErrorPeerAccessNotEnabled;
        engine.set_peer(device, peer, false);
        return cudaSuccess;
    });
}

}  // extern "C"
