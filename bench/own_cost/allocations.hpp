#pragma once
#include <cstdint>

namespace hopbench {

/// Times this process has asked for memory with `new`, in all threads so far.
[[nodiscard]] std::uint64_t allocations() noexcept;

}  // namespace hopbench
