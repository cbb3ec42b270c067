#include "bench/common/host_placement.hpp"
#include "bench/common/owner_check.hpp"
#include "bench/common/slope_case.hpp"
#include "bench/hostcopy/catalogue.hpp"
#include "bench/hostcopy/host_check.hpp"
#include "bench/hostcopy/host_copy.hpp"

// Bandwidth of copies between a GPU and pinned host memory (rule: windows of K and 2K behind a
// gate, the slope between them; pages bound to the node of the case and checked there).
namespace hopbench {
namespace {

SlopeCase chosen_case(HostCopy& copy) {
    const std::uint64_t bytes = copy.slices().bytes;
    return bandwidth_case(bytes, 1, pilot_window(copy, bandwidth_limits(bytes)));
}

}  // namespace

void run_h2d(CaseContext& context) {
    HostCopy copy(context, HostDirection::to_device);
    const SlopeCase definition = chosen_case(copy);
    if (!record_placement(copy.region(), context.record)) return;
    PreparedDevice& device = copy.timing_device();
    OwnerCheck owner(device, copy.destination(), copy.slices(), copy.key(), device.index);
    run_slope_case(context, definition, copy, owner);
}

void run_d2h(CaseContext& context) {
    HostCopy copy(context, HostDirection::to_host);
    const SlopeCase definition = chosen_case(copy);
    if (!record_placement(copy.region(), context.record)) return;
    HostCheck owner(copy.destination(), copy.slices(), copy.key());
    run_slope_case(context, definition, copy, owner);
}

}  // namespace hopbench
