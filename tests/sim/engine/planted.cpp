#include "tests/sim/engine/planted.hpp"

#ifdef HOPBENCH_SIM_PLANTED_BUILD
#include <cstdlib>

namespace hopbench::sim {

int active_plant() {
    static const int number = [] {
        const char* text = std::getenv("HOPBENCH_SIM_PLANT");
        return text != nullptr ? std::atoi(text) : 0;
    }();
    return number;
}

}  // namespace hopbench::sim
#endif
