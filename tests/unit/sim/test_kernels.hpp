// Kernels of the simulator's own tests.
#pragma once

#include <cstdint>

namespace hopbench::sim_test {

struct Signal {
    std::uint32_t open;
    std::uint32_t abort;
    std::uint32_t ended;  // 1: opened, 2: timed out
    std::uint32_t rounds;
    std::uint64_t start_ns;
    std::uint64_t end_ns;
};

}  // namespace hopbench::sim_test
