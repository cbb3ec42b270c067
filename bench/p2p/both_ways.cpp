#include "bench/p2p/both_ways.hpp"

#include "bench/common/slope_case.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

Event untimed_event_of(const PreparedDevice& device) {
    set_device(device.index);
    return Event(EventTiming::off);
}

void wait_for(const Event& event, const Stream& stream) {
    check(cudaStreamWaitEvent(stream.get(), event.get(), 0), "cudaStreamWaitEvent");
}

}  // namespace

BothWays::BothWays(Pair& there, Pair& back, bool kernels)
    : there_(there),
      back_(back),
      kernels_(kernels),
      started_(untimed_event_of(there.source())),
      ended_(untimed_event_of(back.source())) {
    set_device(timing_device().index);
}

void BothWays::reserve(std::uint32_t count) {
    back_.reserve(count);
    there_.reserve(count);
}

void BothWays::begin() {
    started_.record(there_.source().stream);
    wait_for(started_, back_.source().stream);
}

void BothWays::enqueue(std::uint32_t index) {
    there_.enqueue(index);
    if (kernels_) set_device(back_.source().index);
    back_.enqueue(index);
    if (kernels_) set_device(there_.source().index);
}

void BothWays::end() {
    ended_.record(back_.source().stream);
    wait_for(ended_, there_.source().stream);
}

void BothOwners::poison() {
    back_.poison();
    there_.poison();
}

void BothOwners::check(bool poison_again) {
    back_.check(poison_again);
    there_.check(poison_again);
}

void BothOwners::finish(CaseRecord& record) {
    CaseRecord back = record;
    back.verification.note.clear();
    back_.finish(back);
    there_.finish(record);
    auto& both = record.verification;
    both.samples_checked = std::min(both.samples_checked, back.verification.samples_checked);
    both.bytes_checked += back.verification.bytes_checked;
    both.mismatches += back.verification.mismatches;
    if (back.status != record.status && record.status == Status::ok) {
        record.status = back.status;
        record.reason = back.reason;
    } else if (back.status != Status::ok) {
        record.reason += "; " + back.reason;
    }
    if (back.verification.mismatches > 0) both.status = back.verification.status;
    if (!back.verification.note.empty() && back.verification.note != both.note)
        both.note += (both.note.empty() ? "" : "; ") + back.verification.note;
}

void run_both_ways(CaseContext& context, Pair& there, Pair& back, bool kernels) {
    context.record.direction = "bidirectional";
    if (there.source().index == back.source().index)
        throw usage_error(format_case_name(context.planned.name),
                          "the two ways of one GPU would write over each other", "name two GPUs");
    BothWays both(there, back, kernels);
    const WindowPlan plan = pilot_window(both, bandwidth_limits(there.bytes()));
    BothOwners owners(there, back);
    run_slope_case(context, bandwidth_case(there.bytes(), 2, plan), both, owners);
}

}  // namespace hopbench
