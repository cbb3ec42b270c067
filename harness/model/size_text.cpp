#include "harness/model/size_text.hpp"

#include <array>

namespace hopbench {

std::string size_text(std::uint64_t bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (unit + 1 < units.size() && bytes >= 1024 && bytes % 1024 == 0) bytes /= 1024, ++unit;
    return std::to_string(bytes) + " " + units[unit];
}

}  // namespace hopbench
