#include "tests/sim/engine/planted.hpp"

#ifdef HOPBENCH_SIM_PLANTED_BUILD
#include <cstdlib>

namespace hopbench::sim {

int active_plant() {
    const char* text = std::getenv("HOPBENCH_SIM_PLANT");
    return text != nullptr ? std::atoi(text) : 0;
}

}  // namespace hopbench::sim
#endif
