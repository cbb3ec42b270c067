// Engine: what operations do once it is their turn.
#include <algorithm>
#include <cstring>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/engine/kernel_runs.hpp"
#include "tests/sim/engine/planted.hpp"

namespace hopbench::sim {

// Starts the operation at the head of the stream when everything before it allows.
void Engine::pump(Stream& stream) {
    auto* head = stream.head;
    if (head == nullptr || head->state != OperationState::kQueued || !dependencies_hold(*head))
        return;
    head->state = OperationState::kScheduled;
    if (head->ready > now_) {
        agenda_.add(head->ready, Due::kOperationStart, head);
    } else {
        begin(*head);
    }
}

bool Engine::dependencies_hold(Operation& operation) {
    auto& open = operation.dependencies;
    while (!open.empty() && open.back().stream->completed >= open.back().sequence) open.pop_back();
    if (open.empty()) return true;
    auto& awaited = *open.back().stream;
    const Stream::Waiter waiter{open.back().sequence, operation.stream};
    for (const auto& known : awaited.waiters)
        if (known.stream == waiter.stream && known.sequence == waiter.sequence) return false;
    awaited.waiters.push_back(waiter);
    return false;
}

void Engine::begin(Operation& operation) {
    if (faults_.any()) {
        if (operation.kind != OperationKind::kRecord && operation.kind != OperationKind::kWait &&
            faults_.device_is_lost(operation.stream->device))
            return fail(Failure::kDeviceLost);
        if (operation.kind == OperationKind::kCopy &&
            (faults_.copy_hangs() ||
             (operation.direct &&
              faults_.peer_hangs(window_of(operation.src), window_of(operation.dst)))))
            return hang_operation();
    }
    switch (operation.kind) {
        case OperationKind::kCopy:
        case OperationKind::kFill: {
            operation.slowness = noise_.device();
            auto startup = stretched(operation.route->startup, operation.slowness);
            if (HOPBENCH_PLANTED(5) && operation.ready < now_) startup = 0;
            if (HOPBENCH_PLANTED(10) && operation.bytes > 0) startup = 0;
            if (startup > 0) {
                agenda_.add(now_ + startup, Due::kTransferStart, &operation);
            } else {
                begin_transfer(operation);
            }
            break;
        }
        case OperationKind::kKernel:
            kernels_->start(operation);
            break;
        case OperationKind::kCollective:
            collective_arrived(operation);
            break;
        case OperationKind::kRecord:
            if (operation.event->timing && event_intercept_ > 0) {
                agenda_.add(now_ + event_intercept_, Due::kOperationEnd, &operation);
            } else {
                end_operation(operation);
            }
            break;
        case OperationKind::kWait:
            end_operation(operation);
            break;
    }
}

void Engine::begin_transfer(Operation& operation) {
    if (operation.bytes == 0 || operation.route->alone_rate == kUnlimited)
        return end_operation(operation);
    flows_.add(now_, *operation.route, static_cast<double>(operation.bytes), operation.slowness,
               &operation);
}

void Engine::transfer_ended(Operation& operation) {
    if (operation.kind != OperationKind::kKernel || --operation.pending == 0)
        end_operation(operation);
}

void Engine::end_operation(Operation& operation) {
    apply(operation);
    if (failure_ != Failure::kNone) return;
    auto& stream = *operation.stream;
    retire(stream);
    pump(stream);
}

// The effect of an ended operation on memory and events.
void Engine::apply(Operation& operation) {
    switch (operation.kind) {
        case OperationKind::kCopy:
            deliver(operation);
            kernels_->notice_writes(now_);
            break;
        case OperationKind::kFill:
            if (!memory_->fill(operation.dst, operation.value, operation.bytes))
                return fail(Failure::kIllegalAddress);
            kernels_->notice_writes(now_);
            break;
        case OperationKind::kRecord: {
            auto& event = *operation.event;
            if (event.records != operation.record) break;
            const auto late = event_quantum_ > 0 ? now_ % event_quantum_ : 0;
            event.stamp = now_ - late;
            if (HOPBENCH_PLANTED(16)) event.stamp = now_;
            break;
        }
        case OperationKind::kKernel:
        case OperationKind::kCollective:
        case OperationKind::kWait:
            break;
    }
}

void Engine::deliver(const Operation& operation) {
    const int to = window_of(operation.dst);
    const int from = window_of(operation.src);
    const bool peer = faults_.any() && is_gpu_window(to) && is_gpu_window(from) && to != from &&
                      operation.bytes > 0;
    const bool allocated = !peer || (memory_->find(operation.dst, operation.bytes) != nullptr &&
                                     memory_->find(operation.src, operation.bytes) != nullptr);
    if (peer && allocated && operation.direct && faults_.mirrors(from, to)) {
        mirrored_.keep(operation.dst, operation.src, operation.bytes);
        return;
    }
    if (!allocated || !memory_->copy(operation.dst, operation.src, operation.bytes))
        return fail(Failure::kIllegalAddress);
    if (!peer) return;
    // Only the deceived GPU's own reads: what the owner sends comes from its memory.
    if (operation.direct && operation.stream->device == to && faults_.mirrors(to, from)) {
        mirrored_.overlay(operation.src, operation.bytes, operation.dst);
        memory_->note_write(operation.dst, operation.bytes);
    }
    if (faults_.peer_corrupts(from, to)) {
        static_cast<unsigned char*>(operation.dst)[operation.bytes / 2] ^= 0xffU;
        memory_->note_write(operation.dst, operation.bytes);
    }
}

void Engine::retire(Stream& stream) {
    auto* done = stream.head;
    stream.head = done->next;
    if (stream.head == nullptr) stream.tail = nullptr;
    stream.completed = done->sequence;
    done->collective.reset();
    done->next = free_;
    free_ = done;
    if (stream.waiters.empty()) return;
    auto waiting = std::move(stream.waiters);
    stream.waiters.clear();
    for (const auto& waiter : waiting)
        if (waiter.sequence > stream.completed) stream.waiters.push_back(waiter);
    for (const auto& waiter : waiting)
        if (waiter.sequence <= stream.completed) pump(*waiter.stream);
}

}  // namespace hopbench::sim
