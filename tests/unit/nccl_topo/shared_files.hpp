#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace hopbench::test {

/// A file or folder of the collection of real files that tests read where it is present: below
/// HOPBENCH_SHARED_DIR, else in `shared` beside the source tree. None where it is not there.
[[nodiscard]] std::optional<std::filesystem::path> shared_file(const std::string& name);

/// The bytes; a test failure where it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace hopbench::test
