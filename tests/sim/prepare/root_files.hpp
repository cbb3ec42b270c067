// Writing the files and links of a scratch root.
#pragma once

#include <filesystem>
#include <string>

namespace hopbench::sim {

// text and a newline, as sysfs answers. Folders are made on the way. Throws std::runtime_error or
// std::filesystem::filesystem_error when it cannot be written.
void write_line(const std::filesystem::path& file, const std::string& text);

// Exactly these bytes.
void write_bytes(const std::filesystem::path& file, const std::string& bytes);

// A symbolic link at `at` whose text is the way from its folder to target. Both lie under one root.
void link_to(const std::filesystem::path& target, const std::filesystem::path& at);

}  // namespace hopbench::sim
