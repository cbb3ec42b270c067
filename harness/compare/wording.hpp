#pragma once
#include <span>
#include <string>
#include <vector>

namespace hopbench::compare {

/// A fraction as "2.5 %", three significant digits.
[[nodiscard]] std::string percent(double fraction);

/// A log effect as a signed change in the worse direction: 0.0953 is "+10 %".
[[nodiscard]] std::string signed_percent(double theta);

/// "3 cells", "1 cell".
[[nodiscard]] std::string count_of(std::size_t count, const std::string& noun);

[[nodiscard]] std::string join(std::span<const std::string> words, const std::string& separator);

/// Appends `line` unless it is already there.
void add_once(std::vector<std::string>& lines, std::string line);

}  // namespace hopbench::compare
