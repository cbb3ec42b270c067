#include "tests/sim/engine/engine.hpp"

#include <algorithm>

#include "tests/sim/engine/collective.hpp"
#include "tests/sim/engine/kernel_runs.hpp"
#include "tests/sim/engine/planted.hpp"
#include "tests/sim/model/runtime_names.hpp"

namespace hopbench::sim {

Engine::Engine(const MachineModel& model, const InvocationSeeds& seeds)
    : model_(model),
      routes_(model_),
      memory_(std::make_unique<Memory>(&mutex_)),
      host_pages_(model_),
      faults_(model.faults),
      noise_(model.noise, seeds.seed, seeds.session_seed, seeds.start_seconds),
      flows_(routes_.capacities()),
      kernels_(std::make_unique<KernelRuns>(*this)),
      default_cost_(to_ps(model.api_ns.at("default"))),
      clock_read_(to_ps(model.timing.clock_read_ns)),
      submit_delay_(HOPBENCH_PLANTED(6) ? 0 : to_ps(model.copy.submit_ns)),
      launch_delay_(to_ps(model.copy.kernel_launch_ns)),
      wake_(HOPBENCH_PLANTED(4) ? 0 : to_ps(model.copy.wake_ns)),
      event_quantum_(to_ps(model.timing.event_quantum_ns)),
      event_intercept_(to_ps(model.timing.gate_intercept_ns)),
      peers_(static_cast<std::size_t>(kMaxGpus) * kMaxGpus) {
    api_costs_.assign(runtime_function_names().size(), default_cost_);
    for (const auto& [name, cost] : model.api_ns)
        if (const int index = runtime_function_index(name); index >= 0 && !HOPBENCH_PLANTED(9))
            api_costs_[static_cast<std::size_t>(index)] = to_ps(cost);
    // Looked up by the caller's position; what the runtime documents as a mere read of its state is
    // free.
    for (const char* name :
         {"cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorName", "cudaGetErrorString"})
        if (const int index = runtime_function_index(name); index >= 0)
            api_costs_[static_cast<std::size_t>(index)] = 0;
    for (int gpu = 0; gpu < model.gpu_count(); ++gpu) create_stream(gpu, true);
}

Engine::~Engine() = default;

void Engine::enter_call(int api) {
    const auto cost = api < 0 ? default_cost_ : api_costs_[static_cast<std::size_t>(api)];
    before_call_ = host_;
    // What the host has written since its last call has been there since.
    kernels_->notice_writes(std::max(now_, host_));
    host_ += stretched(cost, noise_.host());
    run_until(host_);
}

Picoseconds Engine::read_clock() {
    kernels_->notice_writes(std::max(now_, host_));
    host_ += clock_read_;
    run_until(host_);
    return host_;
}

void Engine::sleep(Picoseconds duration) {
    kernels_->notice_writes(std::max(now_, host_));
    host_ += std::max<Picoseconds>(0, duration);
    run_until(host_);
}

bool Engine::step(Picoseconds limit) {
    const auto agenda_time = agenda_.next();
    const auto flow_time = flows_.next_end();
    const auto time = std::min(agenda_time, flow_time);
    if (time > limit || time == kNever) return false;
    now_ = std::max(now_, time);
    if (flow_time <= agenda_time) {
        transfer_ended(*static_cast<Operation*>(flows_.finish_one(flow_time)));
        return true;
    }
    const auto item = agenda_.take();
    switch (item.due) {
        case Due::kOperationStart:
            begin(*static_cast<Operation*>(item.subject));
            break;
        case Due::kTransferStart:
            begin_transfer(*static_cast<Operation*>(item.subject));
            break;
        case Due::kOperationEnd:
            end_operation(*static_cast<Operation*>(item.subject));
            break;
        case Due::kKernelLatency:
            kernels_->latency_passed(*static_cast<Operation*>(item.subject));
            break;
        case Due::kCollectiveEnd:
            collective_ended(*static_cast<Collective*>(item.subject));
            break;
        case Due::kFiber:
            kernels_->resume(*static_cast<Fiber*>(item.subject));
            break;
        case Due::kFiberDeadline:
            kernels_->deadline(*static_cast<Fiber*>(item.subject), item.token);
            break;
    }
    return true;
}

void Engine::run_until(Picoseconds time) {
    while (step(time)) {
    }
    now_ = std::max(now_, time);
}

int Engine::home_of_registered(const void* address) const {
    return memory_->find_registered(address, 1) == nullptr
               ? kNoWindow
               : kGpuWindows + host_pages_.node_of(address);
}

Stream& Engine::create_stream(int device, bool blocking) {
    auto& stream = *streams_.emplace_back(std::make_unique<Stream>());
    stream.device = device;
    stream.blocking = blocking;
    return stream;
}

Event& Engine::create_event(int device, bool timing) {
    auto& event = *events_.emplace_back(std::make_unique<Event>());
    event.device = device;
    event.timing = timing;
    return event;
}

void Engine::fail(Failure failure) {
    if (failure_ != Failure::kNone) return;
    failure_ = failure;
    // Nothing of what was submitted will happen; whoever waits for it comes back with the error.
    agenda_.clear();
    flows_ = Flows(routes_.capacities());
    kernels_->abandon();
    for (auto& stream : streams_) {
        stream->head = stream->tail = nullptr;
        stream->completed = stream->enqueued;
        stream->waiters.clear();
    }
}

}  // namespace hopbench::sim
