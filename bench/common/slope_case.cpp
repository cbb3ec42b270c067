#include "bench/common/slope_case.hpp"

#include <vector>

#include "bench/common/verification_schedule.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

/// Slopes in a row that are not positive before a bandwidth is given up: one disturbed window makes
/// one, three are no accident.
constexpr int max_useless = 3;

/// Slopes as samples of the case.
class Samples {
  public:
    Samples(CaseContext& context, const SlopeCase& definition, SlopeSampler& sampler)
        : bytes_(definition.bytes_each),
          sampler_(sampler),
          recorder_(context.record, context.planned.samples, {definition.series}) {
        intercepts_.reserve(static_cast<std::size_t>(context.planned.samples));
    }

    [[nodiscard]] int taken() const noexcept { return recorder_.taken(); }

    Slope next() {
        for (int attempt = 1;; ++attempt) {
            const Slope slope = sampler_.take();
            if (bytes_ == 0 || slope.seconds_each > 0) return slope;
            if (attempt >= max_useless)
                throw unfit_error("bandwidth",
                                  "the longer window took no more time than the shorter one",
                                  "keep other work off the GPUs");
        }
    }
    void add(const Slope& slope) {
        recorder_.add(bytes_ == 0 ? slope.seconds_each : bytes_ / slope.seconds_each);
        intercepts_.push_back(slope.intercept);
    }
    void restart() {
        recorder_.restart();
        intercepts_.clear();
    }
    /// Four event stamps, each rounded on its own: their errors add up to that of a step twice as
    /// wide. A bandwidth takes over the relative error of its slope.
    void finish(int operations) {
        const double quantum = 2 * event_quantum_seconds / operations;
        if (bytes_ == 0) return recorder_.set_quantum(quantum);
        const double bandwidth = recorder_.median();
        recorder_.set_quantum(quantum * bandwidth / bytes_ * bandwidth);
    }
    [[nodiscard]] double median_intercept() const { return median_of(intercepts_); }

  private:
    double bytes_;
    SlopeSampler& sampler_;
    SampleRecorder recorder_;
    std::vector<double> intercepts_;
};

}  // namespace

SlopeCase bandwidth_case(std::uint64_t bytes, int directions, const WindowPlan& plan) {
    if (bytes == 0)
        throw usage_error("bandwidth", "moving no bytes has none",
                          "choose sizes of a byte or more");
    const std::uint64_t moved = bytes * static_cast<std::uint64_t>(directions);
    return {.series = bandwidth_series(),
            .bytes_each = static_cast<double>(moved),
            .plan = plan,
            .written = moved * slices_of_slope(plan.operations)};
}

void run_slope_case(CaseContext& context, const SlopeCase& definition,
                    std::function<Slope(Gating)> measure, Verifier& verifier) {
    const auto& planned = context.planned;
    const VerificationSchedule schedule(planned.samples, definition.written,
                                        case_seed(context.seed, planned.name));
    const auto due = [&](int sample) { return context.verify && schedule.due(sample); };
    SlopeSampler sampler(std::move(measure));
    Samples samples(context, definition, sampler);

    for (int i = 0; i < planned.warmup; ++i) (void)sampler.take();
    if (due(0)) verifier.poison();
    for ([[maybe_unused]] auto _ : context.state) {
        const int sample = samples.taken();
        const Gating before = sampler.gating();
        Slope slope = samples.next();
        if (sampler.gating() != before) {
            // One series, one method: what was taken behind the gate is measured again without it.
            samples.restart();
            while (samples.taken() < sample) {
                samples.add(slope);
                slope = samples.next();
            }
        }
        samples.add(slope);
        context.state.SetIterationTime(slope.seconds_each);
        if (due(sample))
            verifier.check(due(sample + 1));
        else if (due(sample + 1))
            verifier.poison();
    }
    samples.finish(definition.plan.operations);
    auto& notes = context.record.notes;
    notes["window_ops"] = definition.plan.operations;
    notes["pilot_op_s"] = definition.plan.op_seconds;
    notes["gated"] = sampler.gating() == Gating::gated ? 1 : 0;
    notes["gate_retries"] = sampler.retries();
    notes["gate_intercept_s"] = samples.median_intercept();
    context.record.verification.note = sampler.why_ungated();
    verifier.finish(context.record);
}

void run_slope_case(CaseContext& context, const SlopeCase& definition, Operations& operations,
                    Verifier& verifier) {
    run_slope_case(
        context, definition,
        [&](Gating gating) { return measure_slope(operations, definition.plan, gating); },
        verifier);
}

}  // namespace hopbench
