#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hopbench {

/// How much is measured: sizes and repetitions.
enum class Suite { quick, standard, full };

[[nodiscard]] std::string_view to_string(Suite suite) noexcept;

/// Throws Error (exit 2) naming the known suites.
[[nodiscard]] Suite parse_suite(std::string_view word);

/// Transfer sizes in bytes, ascending.
[[nodiscard]] std::span<const std::uint64_t> suite_sizes(Suite suite) noexcept;

}  // namespace hopbench
