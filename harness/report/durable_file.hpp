#pragma once
#include <filesystem>
#include <string_view>

namespace hopbench {

enum class Overwrite { no, yes };

/// Writes `content` so that a reader sees the old file or the whole new one, also after a power
/// cut: temporary file beside it, fsync, rename, fsync of the directory. With Overwrite::no an
/// existing file is kept and Error (exit 2) is thrown, as for every failure of the disk.
void write_durably(const std::filesystem::path& file, std::string_view content,
                   Overwrite overwrite = Overwrite::no);

namespace reporting {

/// Moves a finished temporary file to its place and makes the move durable; the same rules.
void publish_file(const std::filesystem::path& temporary, const std::filesystem::path& file,
                  Overwrite overwrite);

/// A name in the same directory that no other process uses: ".report.json.1234.tmp".
[[nodiscard]] std::filesystem::path temporary_beside(const std::filesystem::path& file);

}  // namespace reporting
}  // namespace hopbench
