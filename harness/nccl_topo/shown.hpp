#pragma once
#include <string>
#include <string_view>

namespace hopbench::nccl_topo {

/// A piece of a foreign file for a sentence: in double quotes, at most 40 characters, and nothing
/// in it that could drive a terminal.
[[nodiscard]] inline std::string shown(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string result = "\"";
    for (const char c : text.substr(0, most)) result.push_back(c >= 0x20 && c < 0x7f ? c : '?');
    return result + (text.size() > most ? "…\"" : "\"");
}

}  // namespace hopbench::nccl_topo
