#include "bench/common/case_runner.hpp"

#include <new>

#include "bench/common/recorder.hpp"
#include "bench/common/termination.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

void fail(CaseRecord& record, Status status, std::string reason) {
    record.status = status;
    record.reason = std::move(reason);
    if (record.verification.status.empty())
        record.verification = {.status = "unverified", .note = "the case did not finish"};
}

/// The device index that the machine lacks, if the case names one.
std::optional<int> missing_device(const CaseName& name, int devices) {
    for (const auto& index : {name.src, name.dst})
        if (index && (*index < 0 || *index >= devices)) return index;
    return std::nullopt;
}

/// What Google Benchmark shows beside its mean; its own aggregates decide nothing.
void show(benchmark::State& state, const CaseRecord& record) {
    if (record.status != Status::ok) {
        state.SkipWithError(record.reason.c_str());
        return;
    }
    for (const auto& series : record.series)
        if (!series.values.empty())
            state.counters["median_" + series.metric] = median_of(series.values);
    for (const auto& [name, value] : record.notes) state.counters[name] = value;
}

}  // namespace

void CaseRunner::prepare(std::span<const PlannedCase> cases) {
    for (const auto& planned : cases)
        for (const auto& index : {planned.name.src, planned.name.dst}) {
            if (!index || *index < 0 || *index >= machine_.size()) continue;
            try {
                (void)machine_.device(*index);
            } catch (const CudaError& error) {
                if (error.sticky()) lost_ = error.what();
            }
        }
}

void CaseRunner::run(benchmark::State& state, const PlannedCase& planned,
                     const CaseDefinition& definition) {
    CaseRecord record;
    record.name = planned.name;
    CaseContext context{.machine = machine_,
                        .planned = planned,
                        .seed = seed_,
                        .verify = true,
                        .state = state,
                        .record = record};
    measure(context, definition);
    show(state, record);
    if (writer_) {
        const WritingSection writing;
        writer_->append(record);
    }
}

void CaseRunner::measure(CaseContext& context, const CaseDefinition& definition) {
    CaseRecord& record = context.record;
    record.placement.where = "none";
    if (const auto missing = missing_device(record.name, machine_.size())) {
        fail(record, Status::not_supported, "this machine has no GPU " + std::to_string(*missing));
        return;
    }
    if (!lost_.empty()) {
        fail(record, Status::crashed, "not tried after a sticky error: " + lost_);
        return;
    }
    try {
        definition.run(context);
    } catch (const CudaError& error) {
        if (error.sticky()) lost_ = error.what();
        fail(record, error.sticky() ? Status::crashed : Status::refused, error.what());
    } catch (const Error& error) {
        fail(record, Status::not_supported, error.what());
    } catch (const std::bad_alloc&) {
        fail(record, Status::refused, "out of host memory");
    }
}

}  // namespace hopbench
