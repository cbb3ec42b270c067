#pragma once
#include <filesystem>
#include <string>

namespace hopbench::reporting {

/// The whole output of another program, at most 256 MiB. Throws Error (exit 2).
[[nodiscard]] std::string read_log(const std::filesystem::path& file, const std::string& remedy);

}  // namespace hopbench::reporting
