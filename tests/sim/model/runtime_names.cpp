#include "tests/sim/model/runtime_names.hpp"

#include <algorithm>
#include <iterator>

namespace hopbench::sim {
namespace {

// Stable for years, unlike the runtime's: written down, so that no NCCL needs to be installed.
constexpr const char* kNcclFunctions[] = {"ncclAllGather",
                                          "ncclAllReduce",
                                          "ncclAlltoAll",
                                          "ncclBcast",
                                          "ncclBroadcast",
                                          "ncclCommAbort",
                                          "ncclCommCount",
                                          "ncclCommCuDevice",
                                          "ncclCommDeregister",
                                          "ncclCommDestroy",
                                          "ncclCommFinalize",
                                          "ncclCommGetAsyncError",
                                          "ncclCommInitAll",
                                          "ncclCommInitRank",
                                          "ncclCommInitRankConfig",
                                          "ncclCommInitRankScalable",
                                          "ncclCommRegister",
                                          "ncclCommRevoke",
                                          "ncclCommShrink",
                                          "ncclCommSplit",
                                          "ncclCommUserRank",
                                          "ncclCommWindowDeregister",
                                          "ncclCommWindowRegister",
                                          "ncclGather",
                                          "ncclGetErrorString",
                                          "ncclGetLastError",
                                          "ncclGetUniqueId",
                                          "ncclGetVersion",
                                          "ncclGroupEnd",
                                          "ncclGroupSimulateEnd",
                                          "ncclGroupStart",
                                          "ncclMemAlloc",
                                          "ncclMemFree",
                                          "ncclRecv",
                                          "ncclRedOpCreatePreMulSum",
                                          "ncclRedOpDestroy",
                                          "ncclReduce",
                                          "ncclReduceScatter",
                                          "ncclResetDebugInit",
                                          "ncclScatter",
                                          "ncclSend"};

}  // namespace

const std::vector<std::string>& runtime_function_names() {
    // Never destroyed: exit handlers of the program may still make runtime calls.
    static const auto* names = [] {
        auto* list = new std::vector<std::string>{
#define HOPBENCH_RUNTIME_NAME(name) #name,
#include "runtime_names.inc"
#undef HOPBENCH_RUNTIME_NAME
        };
        list->insert(list->end(), std::begin(kNcclFunctions), std::end(kNcclFunctions));
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
