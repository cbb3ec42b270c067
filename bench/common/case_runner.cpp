#include "bench/common/case_runner.hpp"

#include <algorithm>
#include <new>
#include <numeric>

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

/// The devices a case takes part with: those it names, and the first `ranks` of those under test.
std::vector<int> devices_of(const CaseName& name, std::span<const int> gpus) {
    std::vector<int> devices;
    for (const auto& index : {name.src, name.dst})
        if (index) devices.push_back(*index);
    const auto ranks = static_cast<std::size_t>(std::max(0, name.ranks.value_or(0)));
    for (const int gpu : gpus.first(std::min(ranks, gpus.size()))) devices.push_back(gpu);
    return devices;
}

/// Why the case cannot be tried on this machine; empty when it can.
std::string missing_devices(const CaseName& name, std::span<const int> gpus, int devices) {
    for (const int index : devices_of(name, gpus))
        if (index < 0 || index >= devices)
            return "this machine has no GPU " + std::to_string(index);
    const auto count = static_cast<int>(gpus.size());
    if (name.ranks && (*name.ranks < 1 || *name.ranks > count))
        return std::to_string(*name.ranks) + " ranks need as many GPUs, and " +
               std::to_string(count) + " are under test";
    return {};
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

CaseRunner::CaseRunner(Machine& machine, std::uint64_t seed, std::vector<int> gpus,
                       SamplesWriter* writer)
    : machine_(machine), seed_(seed), gpus_(std::move(gpus)), writer_(writer) {
    if (!gpus_.empty()) return;
    gpus_.resize(static_cast<std::size_t>(machine.size()));
    std::iota(gpus_.begin(), gpus_.end(), 0);
}

void CaseRunner::prepare(std::span<const PlannedCase> cases) {
    for (const auto& planned : cases)
        for (const int index : devices_of(planned.name, gpus_)) {
            if (index < 0 || index >= machine_.size()) continue;
            try {
                (void)machine_.device(index);
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
                        .record = record,
                        .gpus = gpus_};
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
    if (auto missing = missing_devices(record.name, gpus_, machine_.size()); !missing.empty()) {
        fail(record, Status::not_supported, std::move(missing));
        return;
    }
    if (!lost_.empty()) {
        fail(record, Status::crashed, "not tried after a sticky error: " + lost_);
        return;
    }
    try {
        definition.run(context);
    } catch (const CallError& error) {
        if (error.sticky()) lost_ = error.what();
        fail(record, error.sticky() ? Status::crashed : Status::refused, error.what());
    } catch (const Error& error) {
        fail(record, Status::not_supported, error.what());
    } catch (const std::bad_alloc&) {
        fail(record, Status::refused, "out of host memory");
    }
}

}  // namespace hopbench
