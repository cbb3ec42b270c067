#include "bench/p2p/peer_stores.hpp"

#include <set>

#include "harness/model/error.hpp"
#include "kernels/copy.hpp"

namespace hopbench {
namespace {

/// Devices on which the copy kernel has run.
struct WarmCopies {
    std::set<int> devices;
};

}  // namespace

PeerStores::PeerStores(CaseContext& context, int src, int dst) : Pair(context, src, dst) {
    context.record.engine = "sm";
    if (!peers() && src != dst)
        throw unfit_error("GPU " + std::to_string(src) + " and GPU " + std::to_string(dst),
                          "the driver gives them no access to each other's memory", "");
    warm_up_copies(context.machine, {&source(), &destination()});
    set_device(source().index);
}

void PeerStores::enqueue(std::uint32_t index) {
    const Slice slice = slice_of(index);
    launch_copy(source().stream, slice.to, slice.from, bytes());
}

void warm_up_copies(Machine& machine, std::initializer_list<PreparedDevice*> devices) {
    auto& warm = machine.kept<WarmCopies>().devices;
    for (PreparedDevice* device : devices) {
        if (warm.contains(device->index)) continue;
        constexpr std::uint64_t bytes = 16;
        set_device(device->index);
        unsigned char* word = device->source.reserve(bytes);
        launch_copy(device->stream, word, word, bytes);
        device->stream.synchronize();
        warm.insert(device->index);
    }
}

}  // namespace hopbench
