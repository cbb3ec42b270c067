// Engine: operations that span streams.
#include "tests/sim/engine/collective.hpp"

#include <utility>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/engine/kernel_runs.hpp"

namespace hopbench::sim {

void Engine::submit_collective(Stream& stream, std::shared_ptr<Collective> collective) {
    auto& operation = enqueue(stream, OperationKind::kCollective, launch_delay_);
    stream.last_kernel = operation.sequence;
    operation.collective = std::move(collective);
    pump(stream);
}

void Engine::collective_arrived(Operation& operation) {
    auto& collective = *operation.collective;
    if (collective.cancelled_) return end_operation(operation);
    collective.arrived_.push_back(&operation);
    if (--collective.missing_ > 0) return;
    const auto duration = collective.duration();
    if (!duration) {
        hung_ = true;
        return;
    }
    collective.running_ = true;
    agenda_.add(now_ + stretched(*duration, noise_.device()), Due::kCollectiveEnd, &collective);
}

void Engine::collective_ended(Collective& collective) {
    // The operations own it and are about to let go.
    const auto owner = collective.arrived_.front()->collective;
    if (!collective.apply(*memory_)) return fail(Failure::kIllegalAddress);
    kernels_->notice_writes(now_);
    end_participants(collective);
}

void Engine::end_participants(Collective& collective) {
    for (auto* operation : std::exchange(collective.arrived_, {})) end_operation(*operation);
}

void Engine::cancel(const std::shared_ptr<Collective>& collective) {
    if (collective->running_ || collective->cancelled_) return;
    collective->cancelled_ = true;
    end_participants(*collective);
}

}  // namespace hopbench::sim
