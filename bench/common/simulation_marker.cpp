#include "bench/common/simulation_marker.hpp"

#include <dlfcn.h>

namespace hopbench {
namespace {

std::optional<std::string> marker(const char* symbol) {
    void* address = dlsym(RTLD_DEFAULT, symbol);
    if (!address) return std::nullopt;
    const auto function = reinterpret_cast<const char* (*)()>(address);
    const char* text = function();
    return text ? text : "";
}

}  // namespace

std::optional<ModelIdentity> simulated_model() {
    const auto name = marker("hopbench_sim_model_name");
    if (!name) return std::nullopt;
    return ModelIdentity{.name = *name, .sha256 = marker("hopbench_sim_model_sha256").value_or("")};
}

}  // namespace hopbench
