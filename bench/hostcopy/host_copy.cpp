#include "bench/hostcopy/host_copy.hpp"

#include "harness/model/error.hpp"
#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

/// What stands for host memory in the place of a GPU's index, where a key is made. Sent memory
/// tells its node; it is filled once for all GPUs.
constexpr int host_index = -1;

int host_index_of(std::optional<int> node) {
    return node ? host_index - 1 - *node : host_index;
}

int gpu_of(const CaseName& name, HostDirection direction) {
    const auto& gpu = direction == HostDirection::to_device ? name.dst : name.src;
    if (!gpu || !name.bytes)
        throw usage_error(format_case_name(name), "the case needs a GPU and bytes",
                          "name both, as in hostcopy/h2d/dst:0/bytes:1048576");
    return *gpu;
}

}  // namespace

HostCopy::HostCopy(CaseContext& context, HostDirection direction)
    : device_(&context.machine.device(gpu_of(context.planned.name, direction))) {
    const CaseName& name = context.planned.name;
    auto& arenas = context.machine.kept<HostArenas>();
    const bool to_device = direction == HostDirection::to_device;
    host_ = to_device ? &arenas.sent(name.node) : &arenas.received(name.node);
    kind_ = to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    key_ = to_device ? pattern_key(context.seed, host_index_of(name.node), host_index)
                     : pattern_key(context.seed, device_->index, host_index);
    slices_ = slices_of(name.bytes.value(), 0);
    context.record.direction = to_device ? "h2d" : "d2h";
    context.record.engine = "ce";
    set_device(device_->index);
}

void HostCopy::reserve(std::uint32_t count) {
    slices_.count = count;
    if (kind_ == cudaMemcpyHostToDevice) {
        to_ = device_->destination.reserve(slices_.extent());
        from_ = host_->filled(slices_.extent(), key_);
        return;
    }
    to_ = host_->reserve(slices_.extent());
    from_ = device_->source.filled(device_->stream, slices_.extent(), key_);
    device_->stream.synchronize();
}

}  // namespace hopbench
