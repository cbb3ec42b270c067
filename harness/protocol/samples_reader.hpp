#pragma once
#include <filesystem>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Reads a samples file. A last line cut by a kill is dropped and `complete` is false; anything
/// else that is wrong throws Error (exit 2) naming file, line, field and remedy.
[[nodiscard]] SamplesContent read_samples_file(const std::filesystem::path& file);

}  // namespace hopbench
