#pragma once
#include "kernels/device_access.cuh"
#include "kernels/gate_record.hpp"

namespace hopbench::dev {

/// Holds its stream until the host opens gate `sequence`, aborts it, or `budget_ns` have passed.
/// One thread; `signal` and `record` lie in mapped host memory. The record's sequence number is
/// stored last, so a record with the right number is complete.
__global__ void gate_kernel(const GateSignal* signal, GateRecord* record, std::uint32_t sequence,
                            std::uint64_t budget_ns) {
    const std::uint64_t start = global_timer_ns();
    const std::uint64_t deadline = start + budget_ns;
    GateOutcome outcome = GateOutcome::timed_out;
    std::uint64_t now = start;
    while (now < deadline) {
        const std::uint32_t open = ld_acquire_sys(&signal->open);
        if (open >= sequence) {
            outcome = GateOutcome::opened;
            break;
        }
        const std::uint32_t abort = ld_acquire_sys(&signal->abort);
        if (abort >= sequence) {
            outcome = GateOutcome::aborted;
            break;
        }
        spin_hint(&signal->open, open, &signal->abort, abort, deadline);
        now = global_timer_ns();
    }
    st_relaxed_sys(&record->outcome, static_cast<std::uint32_t>(outcome));
    st_relaxed_sys(&record->waited_us, static_cast<std::uint32_t>((now - start) / 1000));
    st_release_sys(&record->sequence, sequence);
}

}  // namespace hopbench::dev
