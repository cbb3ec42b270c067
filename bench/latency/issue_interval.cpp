#include <string>
#include <vector>

#include "bench/common/recorder.hpp"
#include "bench/common/verification_schedule.hpp"
#include "bench/latency/catalogue.hpp"
#include "bench/latency/slope.hpp"

// Time a copy takes in a queue of copies (rule: windows of K and 2K behind a gate, the slope
// between them, the intercept published). It is an interval between issues, not a latency.
namespace hopbench {
namespace {

/// Invalid samples in a row before the gate is given up: one long enqueue may be the scheduler's
/// doing, three are the driver's; a gate that ran out of time costs its whole budget, so two.
constexpr int max_attempts = 3;
constexpr int max_timeouts = 2;

/// Takes samples behind the gate for as long as that is possible, then without it.
class SlopeSampler {
  public:
    SlopeSampler(const Pair& pair, const WindowPlan& plan) : pair_(pair), plan_(plan) {}

    [[nodiscard]] Gating gating() const noexcept { return gating_; }
    [[nodiscard]] int retries() const noexcept { return retries_; }
    [[nodiscard]] const std::string& why_ungated() const noexcept { return why_ungated_; }

    Slope take() {
        for (int attempt = 1; gating_ == Gating::gated; ++attempt) {
            const Slope slope = measure_slope(pair_, plan_, gating_);
            if (slope.valid) return slope;
            ++retries_;
            if (slope.blocked && attempt >= max_timeouts)
                give_up("the gate ran out of time while copies were enqueued");
            else if (attempt >= max_attempts)
                give_up("enqueues behind the gate took over 50 us");
        }
        return measure_slope(pair_, plan_, Gating::ungated);
    }

  private:
    void give_up(const char* why) {
        gating_ = Gating::ungated;
        why_ungated_ = std::string("ungated slope: ") + why;
    }

    const Pair& pair_;
    WindowPlan plan_;
    Gating gating_ = Gating::gated;
    int retries_ = 0;
    std::string why_ungated_;
};

}  // namespace

void run_issue_interval(CaseContext& context) {
    const auto& planned = context.planned;
    Pair pair(context);
    const WindowPlan plan = pilot_window(pair);
    OwnerCheck owner = pair.owner_check();
    const std::uint64_t written = pair.bytes() * slices_of_slope(plan.operations);
    const VerificationSchedule schedule(planned.samples, written,
                                        case_seed(context.seed, planned.name));
    const auto due = [&](int sample) { return context.verify && schedule.due(sample); };
    SampleRecorder recorder(context.record, planned.samples, {"issue_interval"});
    // Four event stamps, each rounded on its own: their errors add up to that of a step twice as
    // wide.
    recorder.set_quantum(2 * event_quantum_seconds / plan.operations);
    std::vector<double> intercepts;
    intercepts.reserve(static_cast<std::size_t>(planned.samples));
    SlopeSampler sampler(pair, plan);

    for (int i = 0; i < planned.warmup; ++i) (void)sampler.take();
    if (due(0)) owner.poison();
    for ([[maybe_unused]] auto _ : context.state) {
        const int sample = recorder.taken();
        const Gating before = sampler.gating();
        Slope slope = sampler.take();
        if (sampler.gating() != before) {
            // One series, one method: what was taken behind the gate is measured again without it.
            recorder.restart();
            intercepts.clear();
            while (recorder.taken() < sample) {
                recorder.add(slope.seconds_each);
                intercepts.push_back(slope.intercept);
                slope = sampler.take();
            }
        }
        recorder.add(slope.seconds_each);
        intercepts.push_back(slope.intercept);
        context.state.SetIterationTime(slope.seconds_each);
        if (due(sample))
            owner.check(due(sample + 1));
        else if (due(sample + 1))
            owner.poison();
    }
    auto& notes = context.record.notes;
    notes["window_ops"] = plan.operations;
    notes["pilot_op_s"] = plan.op_seconds;
    notes["gated"] = sampler.gating() == Gating::gated ? 1 : 0;
    notes["gate_retries"] = sampler.retries();
    notes["gate_intercept_s"] = median_of(intercepts);
    context.record.verification.note = sampler.why_ungated();
    record_verification(context.record, owner);
}

}  // namespace hopbench
