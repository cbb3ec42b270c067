#include "bench/common/machine.hpp"

#include <algorithm>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

int count_devices() {
    constexpr const char* remedy =
        "install or load the NVIDIA driver, or try the simulated machine: hopbench run --simulate "
        "MODEL.json";
    try {
        const int count = device_count();
        if (count > 0) return count;
    } catch (const CudaError& error) {
        throw unfit_error("CUDA devices", error.what(), remedy);
    }
    throw unfit_error("CUDA devices", "the driver shows none", remedy);
}

}  // namespace

Machine::Machine() {
    const int count = count_devices();
    for (int index = 0; index < count; ++index) facts_.push_back(device_facts(index));
    devices_.resize(facts_.size());
}

PreparedDevice& Machine::device(int index) {
    auto& slot = devices_.at(static_cast<std::size_t>(index));
    if (!slot) slot = std::make_unique<PreparedDevice>(index);
    return *slot;
}

bool Machine::connect(int first, int second) {
    const std::pair<int, int> devices = std::minmax(first, second);
    const auto known = std::any_of(connections_.begin(), connections_.end(),
                                   [&](const auto& c) { return c.devices == devices; });
    if (known) return true;
    if (!can_access_peer(first, second) || !can_access_peer(second, first)) return false;
    const auto enable = [&] {
        connections_.push_back({devices, PeerAccess(devices.first, devices.second)});
    };
    try {
        enable();
    } catch (const CudaError& error) {
        if (error.code() != cudaErrorTooManyPeers || connections_.empty()) throw;
        connections_.clear();
        enable();
    }
    return true;
}

}  // namespace hopbench
