#include <chrono>

#include "bench/common/pair.hpp"
#include "bench/common/recorder.hpp"
#include "bench/common/verification_schedule.hpp"
#include "bench/latency/catalogue.hpp"

// Host-visible cost of one copy (rule: steady_clock around one operation, return of the call and
// completion apart, the host spinning). Everything but the three clock reads and two calls between
// them is outside the timed part.
namespace hopbench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

void run_oneshot(CaseContext& context) {
    const auto& planned = context.planned;
    Pair pair(context);
    pair.reserve(1);
    const Stream& stream = pair.source().stream;
    OwnerCheck owner = pair.owner_check();
    const VerificationSchedule schedule(planned.samples, pair.bytes(),
                                        case_seed(context.seed, planned.name));
    const auto due = [&](int sample) { return context.verify && schedule.due(sample); };
    SampleRecorder recorder(context.record, planned.samples,
                            {latency_series("completion"), latency_series("enqueue")});

    for (int i = 0; i < planned.warmup; ++i) {
        pair.enqueue(0);
        stream.synchronize();
    }
    if (due(0)) owner.poison();
    for ([[maybe_unused]] auto _ : context.state) {
        const auto called = Clock::now();
        pair.enqueue(0);
        const auto returned = Clock::now();
        stream.synchronize();
        const auto completed = Clock::now();

        const double completion = seconds(completed - called);
        const int sample = recorder.taken();
        recorder.add(completion, seconds(returned - called));
        context.state.SetIterationTime(completion);
        if (due(sample))
            owner.check(due(sample + 1));
        else if (due(sample + 1))
            owner.poison();
    }
    owner.finish(context.record);
}

}  // namespace hopbench
