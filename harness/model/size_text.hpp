#pragma once
#include <cstdint>
#include <string>

namespace hopbench {

/// "4 B", "64 KiB", "1 MiB"; bytes where a binary unit does not divide.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace hopbench
