#pragma once
#include <filesystem>

namespace hopbench {

/// An earlier try's log is evidence: it moves aside.
void keep_earlier(const std::filesystem::path& log);

void remove_if_empty(const std::filesystem::path& log);

}  // namespace hopbench
