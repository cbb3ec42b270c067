#include "bench/common/pair.hpp"

#include "harness/model/error.hpp"
#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

const CaseName& complete(const CaseName& name) {
    if (!name.src || !name.dst || !name.bytes)
        throw usage_error(format_case_name(name), "the case needs src, dst and bytes",
                          "name all three");
    return name;
}

}  // namespace

std::pair<int, int> pair_of(const CaseName& name) {
    return {*complete(name).src, *name.dst};
}

Pair::Pair(CaseContext& context)
    : Pair(context, pair_of(context.planned.name).first, pair_of(context.planned.name).second) {}

Pair::Pair(CaseContext& context, int src, int dst)
    : source_(&context.machine.device(src)),
      destination_(&context.machine.device(dst)),
      key_(pattern_key(context.seed, src, dst)),
      slices_(slices_of(*complete(context.planned.name).bytes, 0)),
      peers_(src != dst && context.machine.connect(src, dst)) {
    context.record.notes["peer_access"] = peers_ ? 1 : 0;
    context.record.direction = "push";
    context.record.engine = "ce";
    set_device(source_->index);
}

void Pair::reserve(std::uint32_t count) {
    slices_.count = count;
    set_device(destination_->index);
    destination_data_ = destination_->destination.reserve(slices_.extent());
    set_device(source_->index);
    source_data_ = source_->source.filled(source_->stream, slices_.extent(), key_);
    source_->stream.synchronize();
}

}  // namespace hopbench
