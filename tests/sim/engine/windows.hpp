// Address windows: every GPU's memory and every node's pinned memory has its own 256 GiB of
// addresses, so the owner of a pointer is a shift.
#pragma once

#include <cstdint>

namespace hopbench::sim {

inline constexpr int kGpuWindows = 16;
inline constexpr int kWindows = 32;  // 0…15: GPUs by index; 16…31: nodes by position in the model
inline constexpr int kNoWindow = kWindows;  // memory the simulated machine knows nothing of
inline constexpr unsigned kWindowShift = 38;
inline constexpr unsigned kChunkShift = 21;  // grain at which kernels' writes are noticed: 2 MiB
// Far from where Linux places programs, heaps and stacks.
inline constexpr std::uintptr_t kWindowBase = 0x100000000000;
inline constexpr std::uintptr_t kWindowSpan = static_cast<std::uintptr_t>(kWindows) << kWindowShift;

// Offset from the base, or kWindowSpan for an address outside of all windows.
inline std::uintptr_t window_offset(const void* address) {
    const auto offset = reinterpret_cast<std::uintptr_t>(address) - kWindowBase;
    return offset < kWindowSpan ? offset : kWindowSpan;
}

inline int window_of(const void* address) {
    return static_cast<int>(window_offset(address) >> kWindowShift);
}
inline bool is_gpu_window(int window) {
    return window < kGpuWindows;
}
inline bool is_host_window(int window) {
    return window >= kGpuWindows && window < kWindows;
}

}  // namespace hopbench::sim
