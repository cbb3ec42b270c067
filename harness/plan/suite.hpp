#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace hopbench {

/// How much is measured: methods, sizes and repetitions.
enum class Suite { quick, standard, full };

/// One value a suite.
template <class Value>
using BySuite = std::array<Value, 3>;

template <class Value>
[[nodiscard]] constexpr const Value& of(const BySuite<Value>& values, Suite suite) noexcept {
    return values[static_cast<std::size_t>(suite)];
}

[[nodiscard]] std::string_view to_string(Suite suite) noexcept;

/// Throws Error (exit 2) naming the known suites.
[[nodiscard]] Suite parse_suite(std::string_view word);

}  // namespace hopbench
