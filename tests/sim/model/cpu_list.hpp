// The kernel's CPU list format, e.g. "0-3,8,10-11".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hopbench::sim {

// CPU numbers in the order written; nothing when the text is malformed or names a CPU above 8191.
std::optional<std::vector<int>> parse_cpu_list(const std::string& text);

// The same CPUs as sysfs writes a mask: comma-separated 32-bit hex words, the highest first.
std::string cpu_mask(const std::vector<int>& cpus);

}  // namespace hopbench::sim
