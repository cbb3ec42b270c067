// How devices lie to each other and to the processors.
#include "tests/sim/nvml/call.hpp"
#include "tests/sim/nvml/facts.hpp"

using namespace hopbench::sim;
using namespace hopbench::sim::nvml;

namespace {

// body(model, index of the first, index of the second), which differ.
template <typename Body>
nvmlReturn_t pair_call(nvmlDevice_t first, nvmlDevice_t second, Body&& body) {
    return device_call(first, [&](Engine& engine, int a) -> nvmlReturn_t {
        const auto number = reinterpret_cast<std::uintptr_t>(second);
        if (number < 1 || number > engine.model().gpus.size()) return kInvalidArgument;
        const int b = static_cast<int>(number - 1);
        return a == b ? kInvalidArgument : body(engine.model(), a, b);
    });
}

nvmlReturn_t give_bits(const std::vector<int>& numbers, unsigned words, unsigned long* out) {
    if (out == nullptr || words == 0) return kInvalidArgument;
    return set_bits({out, words}, numbers) ? kSuccess : kInsufficientSize;
}

}  // namespace

extern "C" {

nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t first, nvmlDevice_t second,
                                                 int* level) {
    return pair_call(first, second, [&](const MachineModel& model, int a, int b) {
        return answer(level, common_ancestor(model, a, b));
    });
}

nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t first, nvmlDevice_t second, int capability,
                                    int* status) {
    return pair_call(first, second, [&](const MachineModel& model, int a, int b) {
        return capability < kCapsRead || capability > kCapsProp
                   ? kInvalidArgument
                   : answer(status, p2p_status(model, a, b, capability));
    });
}

// The scopes are the same here: a node is a socket.
nvmlReturn_t nvmlDeviceGetMemoryAffinity(nvmlDevice_t device, unsigned words, unsigned long* nodes,
                                         unsigned scope) {
    return device_call(device, [&](Engine& engine, int gpu) {
        return scope > kScopeSocket ? kInvalidArgument
                                    : give_bits(near_nodes(engine.model(), gpu), words, nodes);
    });
}

nvmlReturn_t nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t device, unsigned words,
                                                 unsigned long* cpus, unsigned scope) {
    return device_call(device, [&](Engine& engine, int gpu) {
        return scope > kScopeSocket ? kInvalidArgument
                                    : give_bits(near_cpus(engine.model(), gpu), words, cpus);
    });
}

nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t device, unsigned words, unsigned long* cpus) {
    return nvmlDeviceGetCpuAffinityWithinScope(device, words, cpus, kScopeNode);
}

nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned link, int* active) {
    return device_call(device, [&](Engine& engine, int gpu) {
        const auto links = static_cast<unsigned>(nvlinks(engine.model(), gpu));
        if (links == 0) return kNotSupported;
        return link < links ? answer(active, 1) : kInvalidArgument;
    });
}

}  // extern "C"
