#include "bench/common/prepared_device.hpp"

#include "kernels/pattern.hpp"
#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

/// Makes the device current before the members that belong to it are made.
int make_current(int device) {
    init_spinning(device);
    set_device(device);
    return device;
}

}  // namespace

PreparedDevice::PreparedDevice(int device) : index(make_current(device)) {
    check(cudaMemsetAsync(verdict(), 0, sizeof(PatternVerdict), stream.get()), "cudaMemsetAsync");
    warm_up();
}

void PreparedDevice::warm_up() {
    constexpr SliceLayout slices{.bytes = 16, .stride = 256, .count = 2};
    constexpr std::uint64_t key = 1;
    gate.close(stream);
    gate.open();
    const auto* data = source.filled(stream, slices.extent(), key);
    launch_pattern_check(stream, data, slices, key, verdict());
    start.record(stream);
    end.record(stream);
    stream.synchronize();
}

}  // namespace hopbench
