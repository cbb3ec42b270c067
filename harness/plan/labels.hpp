#pragma once
#include <string_view>

namespace hopbench {

/// Names of variants and sessions: [A-Za-z0-9._+-]{1,64}, but not "." and "..", which are other
/// folders. They become file names and cell keys.
[[nodiscard]] constexpr bool is_label(std::string_view text) noexcept {
    if (text.empty() || text.size() > 64 || text == "." || text == "..") return false;
    for (const char c : text) {
        const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '+' || c == '-';
        if (!allowed) return false;
    }
    return true;
}

/// Names of environment variables: [A-Za-z_][A-Za-z0-9_]*.
[[nodiscard]] constexpr bool is_variable_name(std::string_view text) noexcept {
    if (text.empty() || (text.front() >= '0' && text.front() <= '9')) return false;
    for (const char c : text) {
        const bool allowed =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!allowed) return false;
    }
    return true;
}

}  // namespace hopbench
