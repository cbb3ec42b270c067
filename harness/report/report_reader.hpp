#pragma once
#include <filesystem>

#include "harness/model/report.hpp"

namespace hopbench {

/// Reads report.json, or DIR/report.json when a run's directory is named, without a document tree
/// for the cells. `volatile_part.directory` becomes where it was read: the directory of a file
/// called report.json, else the file. Unknown fields are ignored. Whatever is wrong with the file
/// throws Error (exit 2), one line with the place in the file and a remedy.
[[nodiscard]] Report read_report(const std::filesystem::path& file);

}  // namespace hopbench
