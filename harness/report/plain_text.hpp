#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace hopbench::reporting {

/// Foreign text made safe for a terminal and a single line: control characters (escape sequences,
/// newlines, DEL, C1), bidirectional overrides and bytes that are no UTF-8 become visible U+FFFD.
[[nodiscard]] std::string plain_text(std::string_view text);

/// plain_text between double quotes.
[[nodiscard]] std::string quoted(std::string_view text);

/// plain_text for the middle of a line: line breaks and tabs become spaces, and what is longer than
/// `width` columns is cut. For errors and progress, which quote files and other programs.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t width);

/// Columns the text takes in a terminal: its code points; wide scripts are not expected here.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The text cut to `width` columns, with "…" for what is missing.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

}  // namespace hopbench::reporting
