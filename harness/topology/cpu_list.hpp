#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hopbench {

/// Numbers of a list as the kernel writes it ("0-3,8,10-11"), ascending and once each. Empty text
/// is an empty list (a node without CPUs); nullopt for anything else that is no such list, or that
/// names a number above 65535.
[[nodiscard]] std::optional<std::vector<int>> parse_cpu_list(std::string_view text);

/// The list as the kernel writes it, of ascending numbers.
[[nodiscard]] std::string format_cpu_list(const std::vector<int>& numbers);

}  // namespace hopbench
