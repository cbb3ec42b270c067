#pragma once
#include <cstdint>

namespace hopbench {

/// How a gate ended, as its kernel writes it.
enum class GateOutcome : std::uint32_t {
    none = 0,    ///< no record with the awaited sequence number: the gate never ran or never ended
    opened = 1,  ///< the host's flag was seen
    timed_out = 2,  ///< the time budget ran out first
    aborted = 3,    ///< the abort word was seen
};

/// Written by the host only. A gate with sequence number n is open once `open` ≥ n and aborted once
/// `abort` ≥ n; numbers only grow, so nothing is ever reset between gates
/// (2^32 gates take weeks).
struct alignas(128) GateSignal {
    std::uint32_t open = 0;
    std::uint32_t abort = 0;
};

/// Written by the gate kernel only; `sequence` last, with release.
struct alignas(128) GateRecord {
    std::uint32_t sequence = 0;
    std::uint32_t outcome = 0;
    std::uint32_t waited_us = 0;
};

/// One 128-byte line per writer, in mapped host memory.
struct GateLines {
    GateSignal signal;
    GateRecord record;
};
static_assert(sizeof(GateLines) == 256);

/// The outcome of gate `sequence` as the record tells it; `none` when the record is of another gate
/// or holds a value no kernel writes.
[[nodiscard]] constexpr GateOutcome outcome_of(const GateRecord& record,
                                               std::uint32_t sequence) noexcept {
    if (record.sequence != sequence) return GateOutcome::none;
    switch (static_cast<GateOutcome>(record.outcome)) {
        case GateOutcome::opened:
            return GateOutcome::opened;
        case GateOutcome::timed_out:
            return GateOutcome::timed_out;
        case GateOutcome::aborted:
            return GateOutcome::aborted;
        case GateOutcome::none:
            break;
    }
    return GateOutcome::none;
}

}  // namespace hopbench
