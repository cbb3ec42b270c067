#include "bench/staged/ring.hpp"

#include <algorithm>

#include "harness/model/error.hpp"
#include "kernels/pattern.hpp"
#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

const CaseName& complete(const CaseName& name) {
    if (!name.src || !name.dst || !name.bytes || *name.bytes == 0 || *name.src == *name.dst)
        throw usage_error(format_case_name(name), "the case needs two GPUs and at least a byte",
                          "name them, as in staged/ring/src:0/dst:1/bytes:16777216");
    return name;
}

Event event_on(int device) {
    set_device(device);
    return Event(EventTiming::off);
}

void wait_for(const Stream& stream, const Event& event) {
    check(cudaStreamWaitEvent(stream.get(), event.get(), 0), "cudaStreamWaitEvent");
}

}  // namespace

Ring::Slot Ring::make_slot(int source, int destination) {
    return {.filled = event_on(source), .emptied = event_on(destination)};
}

Ring::Ring(CaseContext& context)
    : source_(&context.machine.device(*complete(context.planned.name).src)),
      destination_(&context.machine.device(*context.planned.name.dst)),
      host_(&context.machine.kept<HostArenas>().received(context.planned.name.node)),
      key_(pattern_key(context.seed, source_->index, destination_->index)),
      slices_(slices_of(*context.planned.name.bytes, 0)),
      slots_{make_slot(source_->index, destination_->index),
             make_slot(source_->index, destination_->index),
             make_slot(source_->index, destination_->index),
             make_slot(source_->index, destination_->index)},
      started_(event_on(destination_->index)) {
    static_assert(depth == 4, "one make_slot() each");
    context.record.direction = "push";
    context.record.engine = "ce";
}

void Ring::reserve(std::uint32_t count) {
    slices_.count = count;
    slot_data_ = host_->reserve(depth * chunk_bytes);
    set_device(source_->index);
    source_data_ = source_->source.filled(source_->stream, slices_.extent(), key_);
    source_->stream.synchronize();
    set_device(destination_->index);
    destination_data_ = destination_->destination.reserve(slices_.extent());
}

void Ring::begin() {
    chunks_ = 0;
    started_.record(destination_->stream);
    wait_for(source_->stream, started_);
}

void Ring::enqueue(std::uint32_t index) {
    const std::uint64_t begin = index * slices_.stride;
    for (std::uint64_t done = 0; done < slices_.bytes; done += chunk_bytes)
        pass_chunk(begin + done, std::min(chunk_bytes, slices_.bytes - done));
}

void Ring::pass_chunk(std::uint64_t offset, std::uint64_t bytes) {
    const std::size_t place = chunks_ % depth;
    const Slot& slot = slots_[place];
    unsigned char* data = slot_data_ + place * chunk_bytes;
    if (chunks_ >= depth) wait_for(source_->stream, slot.emptied);
    check(cudaMemcpyAsync(data, source_data_ + offset, bytes, cudaMemcpyDeviceToHost,
                          source_->stream.get()),
          "cudaMemcpyAsync");
    slot.filled.record(source_->stream);
    wait_for(destination_->stream, slot.filled);
    check(cudaMemcpyAsync(destination_data_ + offset, data, bytes, cudaMemcpyHostToDevice,
                          destination_->stream.get()),
          "cudaMemcpyAsync");
    slot.emptied.record(destination_->stream);
    ++chunks_;
}

int Ring::calls_each() const noexcept {
    constexpr std::uint64_t calls_a_chunk = 6;
    return static_cast<int>((slices_.bytes + chunk_bytes - 1) / chunk_bytes * calls_a_chunk);
}

}  // namespace hopbench
