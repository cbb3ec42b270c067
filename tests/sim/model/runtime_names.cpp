#include "tests/sim/model/runtime_names.hpp"

#include <algorithm>

namespace hopbench::sim {

const std::vector<std::string>& runtime_function_names() {
    // Never destroyed: exit handlers of the program may still make runtime calls.
    static const auto* names = [] {
        auto* list = new std::vector<std::string>{
#define HOPBENCH_RUNTIME_NAME(name) #name,
#include "runtime_names.inc"
#undef HOPBENCH_RUNTIME_NAME
        };
        std::sort(list->begin(), list->end());
        return list;
    }();
    return *names;
}

int runtime_function_index(const std::string& name) {
    const auto& names = runtime_function_names();
    const auto found = std::lower_bound(names.begin(), names.end(), name);
    return found != names.end() && *found == name ? static_cast<int>(found - names.begin()) : -1;
}

}  // namespace hopbench::sim
