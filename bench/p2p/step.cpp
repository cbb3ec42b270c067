#include "bench/p2p/step.hpp"

#include <array>

#include "harness/model/error.hpp"

namespace hopbench {

void PeerSession::enable(int src, int dst) {
    const std::pair pair(src, dst);
    if (access_ && pair_ == pair) return;
    access_.reset();
    access_.emplace(src, dst);
    pair_ = pair;
}

std::span<const StepDefinition> step_definitions() noexcept {
    static constexpr std::array steps{
        StepDefinition{"attributes", "ce", false, try_attributes},
        StepDefinition{"enable", "ce", false, try_enable},
        StepDefinition{"ce_push", "ce", true, try_ce_push},
        StepDefinition{"sm_store", "sm", true, try_sm_store},
    };
    return steps;
}

std::optional<std::size_t> step_index(const CaseName& name) noexcept {
    const auto steps = step_definitions();
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (name.method == steps[i].method) return i;
    return std::nullopt;
}

CaseRecord step_record(const CaseName& name) {
    CaseRecord record;
    record.name = name;
    record.direction = "push";
    record.engine = step_definitions()[step_index(name).value()].engine;
    record.placement.where = "none";
    record.verification = {.status = "unverified", .note = "nothing was transferred"};
    return record;
}

CaseRecord try_step(Machine& machine, PeerSession& peers, std::uint64_t seed, const CaseName& name,
                    bool& lost) {
    CaseRecord record = step_record(name);
    const int src = name.src.value(), dst = name.dst.value();
    for (const int index : {src, dst})
        if (index < 0 || index >= machine.size()) {
            record.status = Status::not_supported;
            record.reason = "this machine has no GPU " + std::to_string(index);
            return record;
        }
    if (src == dst) {
        record.status = Status::not_supported;
        record.reason = "a GPU is no peer of its own";
        return record;
    }
    StepContext context{machine, peers, seed, src, dst, record};
    try {
        step_definitions()[step_index(name).value()].run(context);
    } catch (const CudaError& error) {
        lost = error.sticky();
        record.status = lost ? Status::crashed : Status::refused;
        record.reason = error.what();
    }
    return record;
}

}  // namespace hopbench
