#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace hopbench::nccl_topo {

/// A line of NCCL's debug output without host, process, thread, device and source line.
struct LogLine {
    enum class Level { other, info, warn };  ///< other: another program's, or the bare version
    Level level = Level::other;
    std::string_view text;
};

[[nodiscard]] LogLine split_log_line(std::string_view line);

/// Calls visit for every line of the file, in order; of a line longer than 64 KiB for its start.
/// Reads at most 64 MiB. A file that cannot be read has no lines.
void for_each_line(const std::filesystem::path& file,
                   const std::function<void(std::string_view)>& visit);

}  // namespace hopbench::nccl_topo
