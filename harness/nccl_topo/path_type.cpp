#include "harness/nccl_topo/path_type.hpp"

#include <algorithm>
#include <array>

namespace hopbench::nccl_topo {

int path_rank(std::string_view type) {
    constexpr std::array<std::string_view, 12> order{"LOC", "NVL", "NVB", "C2C", "PIX", "PXB",
                                                     "P2C", "PXN", "PHB", "SYS", "NET", "DIS"};
    const auto found = std::find(order.begin(), order.end(), type);
    return found == order.end() ? -1 : static_cast<int>(found - order.begin());
}

void keep_farther(std::string& farthest, std::string_view type) {
    if (path_rank(type) > path_rank(farthest)) farthest = type;
}

}  // namespace hopbench::nccl_topo
