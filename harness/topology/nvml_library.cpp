#include "harness/topology/nvml_library.hpp"

#include <dlfcn.h>

namespace hopbench::nvml {
namespace {

template <class Function>
void find(void* library, Function& function, std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (!function) function = reinterpret_cast<Function>(dlsym(library, name));
}

Functions find_all(void* library) {
    Functions f;
    find(library, f.init, {"nvmlInit_v2", "nvmlInit"});
    find(library, f.shutdown, {"nvmlShutdown"});
    find(library, f.error_string, {"nvmlErrorString"});
    find(library, f.driver_version, {"nvmlSystemGetDriverVersion"});
    find(library, f.device_count, {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"});
    find(library, f.device_by_index,
         {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"});
    // Earlier versions fill another layout: no fallback.
    find(library, f.pci_info, {"nvmlDeviceGetPciInfo_v3"});
    find(library, f.name, {"nvmlDeviceGetName"});
    find(library, f.uuid, {"nvmlDeviceGetUUID"});
    find(library, f.memory_affinity, {"nvmlDeviceGetMemoryAffinity"});
    find(library, f.cpu_affinity, {"nvmlDeviceGetCpuAffinity"});
    find(library, f.current_link_generation, {"nvmlDeviceGetCurrPcieLinkGeneration"});
    find(library, f.max_link_generation, {"nvmlDeviceGetMaxPcieLinkGeneration"});
    find(library, f.current_link_width, {"nvmlDeviceGetCurrPcieLinkWidth"});
    find(library, f.max_link_width, {"nvmlDeviceGetMaxPcieLinkWidth"});
    find(library, f.replay_counter, {"nvmlDeviceGetPcieReplayCounter"});
    find(library, f.topology_level, {"nvmlDeviceGetTopologyCommonAncestor"});
    find(library, f.p2p_status, {"nvmlDeviceGetP2PStatus"});
    return f;
}

}  // namespace

Library::Library() {
    handle_ = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle_) {
        why_not_ = "libnvidia-ml.so.1 is not there";
        return;
    }
    functions_ = find_all(handle_);
    if (!functions_.init || !functions_.device_count || !functions_.device_by_index ||
        !functions_.pci_info) {
        why_not_ = "libnvidia-ml.so.1 lacks functions that every version since 2017 has";
        return;
    }
    const Result result = functions_.init();
    ready_ = result == success;
    if (!ready_) why_not_ = describe(result);
}

Library::~Library() {
    if (ready_ && functions_.shutdown) functions_.shutdown();
    if (handle_) dlclose(handle_);
}

std::string Library::describe(Result result) const {
    const char* text = functions_.error_string ? functions_.error_string(result) : nullptr;
    return text ? text : "NVML error " + std::to_string(result);
}

}  // namespace hopbench::nvml
