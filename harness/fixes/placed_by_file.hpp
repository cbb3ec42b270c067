#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "harness/fixes/treatment.hpp"

namespace hopbench {

/// Why not: a GPU sits elsewhere than the topology file puts it, or the file does not place it.
/// The question must have evidence and a topology file.
[[nodiscard]] std::optional<std::string> judge_file_placement(const TreatmentQuestion& question);

/// What makes NCCL refuse the file: "FILE:3:5: why"; none where nothing does or it cannot be read.
[[nodiscard]] std::optional<std::string> first_fatal(const std::filesystem::path& file);

/// The first thing in it that NCCL takes otherwise than written without saying so, likewise.
[[nodiscard]] std::optional<std::string> first_misread(const std::filesystem::path& file);

}  // namespace hopbench
