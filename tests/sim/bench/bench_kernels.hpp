// Kernels that only move bytes, to time the bulk path itself.
#pragma once

#include <cstdint>

namespace hopbench::sim_bench {

inline constexpr std::uint32_t kWarp = 32;
inline constexpr std::uint32_t kThreads = 256;
inline constexpr std::uint32_t kWordsPerThread = 16;  // of 16 bytes

}  // namespace hopbench::sim_bench
