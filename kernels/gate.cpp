#include "kernels/gate.hpp"

#include <new>

namespace hopbench {

Gate::Gate() : memory_(sizeof(GateLines)), device_lines_(memory_.device_data<GateLines>()) {
    new (memory_.data()) GateLines{};
}

void Gate::close(const Stream& stream) {
    ++sequence_;
    launch_gate(stream.get(), device_lines_, sequence_, budget_ns);
}

GateOutcome Gate::outcome() const noexcept {
    auto& shared = lines()->record;
    GateRecord record;
    record.sequence = std::atomic_ref(shared.sequence).load(std::memory_order_acquire);
    record.outcome = std::atomic_ref(shared.outcome).load(std::memory_order_relaxed);
    return outcome_of(record, sequence_);
}

}  // namespace hopbench
