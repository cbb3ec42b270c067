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

/// Columns the text takes in a terminal: its code points; wide scripts are not expected here.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The text cut to `width` columns, with "…" for what is missing.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

}  // namespace hopbench::reporting
