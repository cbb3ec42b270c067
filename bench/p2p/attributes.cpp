#include "bench/p2p/step.hpp"

// What the driver says of a pair before anything is tried. It decides nothing: grants have been
// seen that delivered no byte, and so the later steps ask the memory itself.
namespace hopbench {
namespace {

/// Notes the attribute where the runtime knows it; older ones refuse it.
void note(std::map<std::string, double>& notes, const char* name, cudaError_t code, int value) {
    if (code == cudaSuccess)
        notes[name] = value;
    else
        (void)cudaGetLastError();
}

void note_pair(StepContext& context, const char* name, cudaDeviceP2PAttr attribute) {
    int value = 0;
    const auto code = cudaDeviceGetP2PAttribute(&value, attribute, context.src, context.dst);
    note(context.record.notes, name, code, value);
}

void note_device(StepContext& context, const char* name, cudaDeviceAttr attribute, int device) {
    int value = 0;
    const auto code = cudaDeviceGetAttribute(&value, attribute, device);
    note(context.record.notes, name, code, value);
}

}  // namespace

void try_attributes(StepContext& context) {
    const int src = context.src, dst = context.dst;
    const bool there = can_access_peer(src, dst), back = can_access_peer(dst, src);
    context.record.notes["can_access"] = there ? 1 : 0;
    context.record.notes["can_access_back"] = back ? 1 : 0;
    note_pair(context, "access_supported", cudaDevP2PAttrAccessSupported);
    note_pair(context, "native_atomics", cudaDevP2PAttrNativeAtomicSupported);
    note_pair(context, "performance_rank", cudaDevP2PAttrPerformanceRank);
    note_pair(context, "array_access", cudaDevP2PAttrCudaArrayAccessSupported);
    note_device(context, "src_async_engines", cudaDevAttrAsyncEngineCount, src);
    note_device(context, "dst_async_engines", cudaDevAttrAsyncEngineCount, dst);
    note_device(context, "src_unified_addressing", cudaDevAttrUnifiedAddressing, src);
    note_device(context, "dst_unified_addressing", cudaDevAttrUnifiedAddressing, dst);
    note_device(context, "src_host_native_atomics", cudaDevAttrHostNativeAtomicSupported, src);
    if (there && back) return;
    context.record.status = Status::not_supported;
    context.record.reason = there  ? "the driver says that the destination cannot access the source"
                            : back ? "the driver says that the source cannot access the destination"
                                   : "the driver says that neither can access the other's memory";
}

}  // namespace hopbench
