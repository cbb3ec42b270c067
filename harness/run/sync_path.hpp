#pragma once
#include <filesystem>

namespace hopbench {

/// Flushes a file to the disk. Throws Error (exit 2) when that fails.
void sync_path(const std::filesystem::path& path);

}  // namespace hopbench
