#pragma once
#include <string_view>

namespace hopbench {

/// True for a PCI address as the kernel writes it: `dddd:bb:dd.f` in lower-case hexadecimal, the
/// domain with four to eight digits.
[[nodiscard]] constexpr bool is_bdf(std::string_view text) noexcept {
    const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const auto colon = text.find(':');
    if (colon == text.npos || colon < 4 || colon > 8 || text.size() != colon + 8) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char expected = i == colon || i == colon + 3 ? ':' : i == colon + 6 ? '.' : 'x';
        if (expected == 'x' ? !is_hex(text[i]) : text[i] != expected) return false;
    }
    return text.back() >= '0' && text.back() <= '7';
}

}  // namespace hopbench
