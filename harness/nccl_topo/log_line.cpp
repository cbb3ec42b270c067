#include "harness/nccl_topo/log_line.hpp"

#include <algorithm>
#include <fstream>
#include <vector>

namespace hopbench::nccl_topo {
namespace {

constexpr std::size_t longest_line = std::size_t{64} << 10;
constexpr std::size_t most_bytes = std::size_t{64} << 20;

/// Where the marker starts if it is the level of this line: at the front or after the device
/// ("[0] "), a source line ("init.cc:12 ") or a time.
std::size_t find_marker(std::string_view line, std::string_view marker) {
    const auto at = line.find(marker);
    return at == 0 || (at != line.npos && line[at - 1] == ' ') ? at : line.npos;
}

}  // namespace

LogLine split_log_line(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
    constexpr std::string_view info = "NCCL INFO ", warn = "NCCL WARN ";
    const auto info_at = find_marker(line, info);
    const auto warn_at = find_marker(line, warn);
    if (info_at != line.npos && info_at < warn_at)
        return {LogLine::Level::info, line.substr(info_at + info.size())};
    if (warn_at != line.npos) return {LogLine::Level::warn, line.substr(warn_at + warn.size())};
    return {LogLine::Level::other, line};
}

void for_each_line(const std::filesystem::path& file,
                   const std::function<void(std::string_view)>& visit) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return;
    std::ifstream in(file, std::ios::binary);
    std::vector<char> buffer(longest_line);
    std::string line;
    for (std::size_t total = 0; in && total < most_bytes;) {
        in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        std::string_view chunk(buffer.data(), static_cast<std::size_t>(in.gcount()));
        total += chunk.size();
        while (!chunk.empty()) {
            const auto end = std::min(chunk.find('\n'), chunk.size());
            if (line.size() < longest_line)
                line.append(chunk.substr(0, std::min(end, longest_line - line.size())));
            if (end == chunk.size()) break;
            visit(line);
            line.clear();
            chunk.remove_prefix(end + 1);
        }
    }
    if (!line.empty()) visit(line);
}

}  // namespace hopbench::nccl_topo
