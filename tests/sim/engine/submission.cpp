// Engine: putting operations into streams.
#include <algorithm>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/engine/kernel_runs.hpp"
#include "tests/sim/engine/planted.hpp"

namespace hopbench::sim {

Operation& Engine::enqueue(Stream& stream, OperationKind kind, Picoseconds delay) {
    Operation* operation = free_;
    if (operation != nullptr) {
        free_ = operation->next;
    } else {
        operation = all_operations_.emplace_back(std::make_unique<Operation>()).get();
    }
    operation->next = nullptr;
    operation->stream = &stream;
    operation->kind = kind;
    operation->state = OperationState::kQueued;
    operation->sequence = ++stream.enqueued;
    operation->ready = (HOPBENCH_PLANTED(2) ? before_call_ : host_) + delay;
    operation->dependencies.clear();
    if (stream.blocking) order_against_default_stream(*operation);
    (stream.tail != nullptr ? stream.tail->next : stream.head) = operation;
    stream.tail = operation;
    return *operation;
}

// The default stream waits for every blocking stream of its device and they wait for it.
void Engine::order_against_default_stream(Operation& operation) {
    auto& stream = *operation.stream;
    auto& standard = default_stream(stream.device);
    if (&stream != &standard) {
        if (standard.completed < standard.enqueued)
            operation.dependencies.push_back({&standard, standard.enqueued});
        return;
    }
    for (auto& other : streams_)
        if (other->device == stream.device && other->blocking && other.get() != &stream &&
            other->completed < other->enqueued)
            operation.dependencies.push_back({other.get(), other->enqueued});
}

const Route& Engine::copy_route(int to, int from, bool& direct) const {
    direct = false;
    if (is_gpu_window(to) && is_gpu_window(from)) {
        if (to == from) return routes_.local(to);
        direct = model_.p2p.can_access && model_.p2p.delivers &&
                 (peer_enabled(from, to) || peer_enabled(to, from));
        return direct ? routes_.direct(from, to) : routes_.staged(from, to);
    }
    if (is_gpu_window(to))
        return from == kNoWindow ? routes_.pageable_to_device(to)
                                 : routes_.to_device(from - kGpuWindows, to);
    if (is_gpu_window(from))
        return to == kNoWindow ? routes_.pageable_to_host(from)
                               : routes_.to_host(from, to - kGpuWindows);
    return host_route_;
}

void Engine::submit_copy(Stream& stream, void* dst, const void* src, std::size_t bytes) {
    const int to = home(dst);
    const int from = home(src);
    if (faults_.enqueue_blocks_behind_gate() && is_gpu_window(to) && is_gpu_window(from) &&
        to != from)
        block_behind_kernel(stream);
    auto& operation = enqueue(stream, OperationKind::kCopy, submit_delay_);
    operation.route = &copy_route(to, from, operation.direct);
    operation.dst = dst;
    operation.src = src;
    operation.bytes = bytes;
    pump(stream);
}

void Engine::submit_fill(Stream& stream, void* dst, int value, std::size_t bytes) {
    const int to = home(dst);
    auto& operation = enqueue(stream, OperationKind::kFill, submit_delay_);
    operation.route = is_gpu_window(to) ? &routes_.fill(to) : &host_route_;
    operation.dst = dst;
    operation.value = value;
    operation.bytes = bytes;
    pump(stream);
}

void Engine::submit_kernel(Stream& stream, const KernelDefinition& kernel, int device, Dim grid,
                           Dim block, void** arguments) {
    auto& operation = enqueue(stream, OperationKind::kKernel, launch_delay_);
    stream.last_kernel = operation.sequence;
    operation.pending = 0;
    operation.launch.kernel = &kernel;
    operation.launch.device = device;
    operation.launch.grid = grid;
    operation.launch.block = block;
    operation.launch.frame.fill({});  // gaps between arguments compare equal
    kernel.capture(arguments, operation.launch.frame.data());
    pump(stream);
}

void Engine::submit_record(Stream& stream, Event& event) {
    auto& operation = enqueue(stream, OperationKind::kRecord, 0);
    operation.event = &event;
    operation.record = ++event.records;
    event.stream = &stream;
    event.sequence = operation.sequence;
    pump(stream);
}

void Engine::submit_wait(Stream& stream, const Event& event) {
    if (event.done()) return;
    auto& operation = enqueue(stream, OperationKind::kWait, 0);
    operation.dependencies.push_back({event.stream, event.sequence});
    pump(stream);
}

// A driver that submits staged copies itself holds the caller until the stream is free, or gives
// up.
void Engine::block_behind_kernel(const Stream& stream) {
    constexpr Picoseconds kPatience = 50'000'000'000;  // 50 ms
    const auto limit = host_ + kPatience;
    bool blocked = false;
    while (stream.completed < stream.last_kernel && step(limit)) blocked = true;
    if (stream.completed < stream.last_kernel) {
        host_ = limit;
    } else if (blocked) {
        host_ = std::max(host_, now_);
    }
    run_until(host_);
}

}  // namespace hopbench::sim
