#pragma once
#include <cstdlib>
#include <string>

namespace hopbench::nccl_topo {

/// An integer as NCCL reads one from an attribute: decimal, 0x hexadecimal or 0 octal; what follows
/// the digits is ignored, and no digits at all are 0.
[[nodiscard]] inline int leading_integer(const std::string& text) {
    return static_cast<int>(std::strtol(text.c_str(), nullptr, 0));
}

/// Whether all of the text is an integer.
[[nodiscard]] inline bool is_integer(const std::string& text) {
    char* end = nullptr;
    (void)std::strtol(text.c_str(), &end, 0);
    return !text.empty() && *end == '\0';
}

}  // namespace hopbench::nccl_topo
