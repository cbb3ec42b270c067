// What the thread sanitizer's instrumentation calls for every plain access of device code. Compiled
// without it and linked into every pack, in place of the sanitizer's own library.
#include "tests/sim/engine/device_abi.hpp"

namespace {

using namespace hopbench::sim;

inline void note(const void* address, std::size_t bytes, bool write) {
    const auto offset = window_offset(address);
    auto& access = hopbench_sim_access;
    if (offset == kWindowSpan) {
        if (reinterpret_cast<std::uintptr_t>(address) - access.stack >= access.stack_bytes)
            hopbench_sim_access_elsewhere(address, bytes, write ? 1 : 0);
        return;
    }
    if (access.interactive != 0) return hopbench_sim_access_one(address, bytes, write ? 1 : 0);
    (write ? access.written : access.read).word(offset) += bytes;
    (write ? access.dirty : access.touched)[offset >> kChunkShift] = 1;
}

}  // namespace

#define HOPBENCH_HOOK extern "C" __attribute__((visibility("hidden"))) void
#define HOPBENCH_ACCESS(bytes)                             \
    HOPBENCH_HOOK __tsan_read##bytes(void* p) {            \
        note(p, bytes, false);                             \
    }                                                      \
    HOPBENCH_HOOK __tsan_write##bytes(void* p) {           \
        note(p, bytes, true);                              \
    }                                                      \
    HOPBENCH_HOOK __tsan_unaligned_read##bytes(void* p) {  \
        note(p, bytes, false);                             \
    }                                                      \
    HOPBENCH_HOOK __tsan_unaligned_write##bytes(void* p) { \
        note(p, bytes, true);                              \
    }                                                      \
    HOPBENCH_HOOK __tsan_volatile_read##bytes(void* p) {   \
        note(p, bytes, false);                             \
    }                                                      \
    HOPBENCH_HOOK __tsan_volatile_write##bytes(void* p) {  \
        note(p, bytes, true);                              \
    }

HOPBENCH_ACCESS(1)
HOPBENCH_ACCESS(2)
HOPBENCH_ACCESS(4)
HOPBENCH_ACCESS(8)
HOPBENCH_ACCESS(16)

HOPBENCH_HOOK __tsan_read_range(void* p, unsigned long bytes) {
    note(p, bytes, false);
}
HOPBENCH_HOOK __tsan_write_range(void* p, unsigned long bytes) {
    note(p, bytes, true);
}
HOPBENCH_HOOK __tsan_init() {}
HOPBENCH_HOOK __tsan_func_entry(void*) {}
HOPBENCH_HOOK __tsan_func_exit() {}
HOPBENCH_HOOK __tsan_vptr_update(void**, void*) {}
HOPBENCH_HOOK __tsan_vptr_read(void**) {}
