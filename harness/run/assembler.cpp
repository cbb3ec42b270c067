#include "harness/run/assembler.hpp"

#include <algorithm>
#include <cmath>

#include "harness/plan/case_catalogue.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/index_table.hpp"
#include "harness/run/report_frame.hpp"
#include "harness/run/summary.hpp"

namespace hopbench {
namespace {

std::string case_id(const ExecutablePlan& executable, const CaseName& name) {
    return executable.label() + " " + format_case_name(name);
}

PairClass class_of(const CaseName& name, const Topology& topology) {
    if (name.ranks) return PairClass::collective;
    if (name.src && name.dst) return classify_pair(topology, *name.src, *name.dst);
    if (const auto gpu = name.src ? name.src : name.dst)
        return classify_host_copy(topology, *gpu, name.node);
    return PairClass::unknown_numa;
}

Cell make_cell(const CaseMethod& method, const MetricInfo& metric, const CaseName& name,
               const std::string& binding, const Variant& variant, const Topology& topology) {
    Cell cell{.key = {.family = name.family,
                      .method = name.method,
                      .metric = std::string(metric.name),
                      .src = name.src,
                      .dst = name.dst,
                      .ranks = name.ranks,
                      .bytes = name.bytes.value_or(0),
                      .direction = std::string(method.direction),
                      .engine = std::string(method.engine),
                      .host_node = name.node,
                      .binding = binding,
                      .variant = variant.name},
              .unit = std::string(metric.unit),
              .better = metric.better,
              .margin_kind = metric.margin_kind,
              .invocations = {}};
    cell.pair_class = class_of(name, topology);
    return cell;
}

const Series* find_series(const CaseRecord* record, const std::string& metric) {
    if (!record) return nullptr;
    for (const auto& series : record->series)
        if (series.metric == metric) return &series;
    return nullptr;
}

}  // namespace

Assembler::Assembler(const Plan& plan, const MachineFacts& facts, const ReportFrame& frame,
                     const std::filesystem::path& samples_bin)
    : plan_(plan), report_(frame_report(plan, facts, frame)), samples_(samples_bin) {
    for (const auto& executable : plan.executables) add_cells(executable, facts.topology);
}

void Assembler::add_cells(const ExecutablePlan& executable, const Topology& topology) {
    for (const auto& group : executable.groups) {
        for (const auto& one : group.cases) {
            const auto* method = find_case_method(one.name.family, one.name.method);
            auto& entry = cells_of_case_[case_id(executable, one.name)];
            for (const auto& metric : method->metrics) {
                entry.cells.push_back(report_.cells.size());
                for (const auto& variant : plan_.request.variants)
                    report_.cells.push_back(make_cell(*method, metric, one.name, executable.binding,
                                                      variant, topology));
            }
        }
    }
}

void Assembler::set_evidence(std::vector<Capability> capabilities, std::vector<NcclEvidence> nccl,
                             const std::vector<Treatment>& treatments) {
    exclusions_ = Exclusions(capabilities, nccl, static_cast<int>(plan_.request.gpus.size()));
    report_.capabilities = std::move(capabilities);
    report_.nccl = std::move(nccl);
    for (std::size_t i = 0; i < treatments.size(); ++i)
        report_.variants[i].treatment = treatments[i];
}

void Assembler::add(const Job& job, const JobResult& result) {
    auto& table = report_.invocations;
    const auto& executable = plan_.executables[job.executable];
    table.executable.push_back(executable.label());
    table.variant.push_back(plan_.request.variants[job.variant].name);
    table.block.push_back(job.block);
    table.position.push_back(job.position);
    table.status.push_back(result.status);
    table.reason.push_back(index_of(report_.reasons, result.reason));

    BindingRecord binding{
        .requested = executable.binding, .cpus = {}, .mem_nodes = {}, .source = {}};
    std::unordered_map<std::string, const CaseRecord*> records;
    if (result.content) {
        binding = result.content->header.binding;
        for (const auto& [method, version] : result.content->header.methods)
            if (report_.identity.methods.contains(method))
                report_.identity.methods[method] = version;
        for (const auto& record : result.content->cases) {
            records.emplace(format_case_name(record.name), &record);
            companions_.add(plan_.request.variants[job.variant].name, record);
        }
    }
    const auto binding_index = index_of(report_.bindings, binding);
    for (const auto& one : cases_of(plan_, job)) {
        const auto record = records.find(format_case_name(one.name));
        add_record(job, result, one.name, record == records.end() ? nullptr : record->second,
                   binding_index);
    }
}

void Assembler::add_record(const Job& job, const JobResult& result, const CaseName& name,
                           const CaseRecord* record, std::uint32_t binding) {
    const auto& entry = cells_of_case_.at(case_id(plan_.executables[job.executable], name));
    for (const auto first : entry.cells)
        add_invocation(report_.cells[first + job.variant], job, result, record, binding);
}

void Assembler::add_invocation(Cell& cell, const Job& job, const JobResult& result,
                               const CaseRecord* record, std::uint32_t binding) {
    Status status = record ? record->status : result.status;
    std::string reason = record ? record->reason : result.reason;
    const CaseName name{.family = cell.key.family,
                        .method = cell.key.method,
                        .src = cell.key.src,
                        .dst = cell.key.dst,
                        .ranks = cell.key.ranks,
                        .bytes = {},
                        .node = {}};
    if (const auto* excluded = exclusions_.find(name, cell.key.variant); excluded && !record) {
        status = excluded->status;
        reason = excluded->reason;
    } else if (!record && status == Status::ok) {
        status = Status::crashed;
        reason = "its samples file lacks this case";
    }
    kept_.clear();
    if (const auto* series = find_series(record, cell.key.metric)) {
        cell.quantum = std::max(cell.quantum, series->quantum);
        for (const double value : series->values)
            if (std::isfinite(value)) kept_.push_back(value);
        if (series->unit != cell.unit) {
            kept_.clear();
            status = Status::refused;
            reason = "its samples file gives this metric in " + series->unit;
        }
    }
    if (kept_.empty() && status == Status::ok) {
        status = Status::refused;
        reason = "no valid sample";
    }
    const auto summary = summarise(kept_);

    auto& rows = cell.invocations;
    rows.block.push_back(job.block);
    rows.position.push_back(job.position);
    rows.status.push_back(status);
    rows.count.push_back(summary.count);
    rows.median.push_back(summary.median);
    rows.p99.push_back(summary.p99);
    rows.min.push_back(summary.min);
    rows.max.push_back(summary.max);
    rows.offset.push_back(samples_.append(kept_));
    rows.binding.push_back(binding);
    rows.placement.push_back(index_of(
        report_.placements, record ? record->placement : PlacementRecord{.where = "none"}));
    rows.verification.push_back(index_of(
        report_.verifications,
        record ? record->verification
               : VerificationRecord{.status = "unverified", .note = "the case was not measured"}));
    rows.reason.push_back(index_of(report_.reasons, reason));
}

Report Assembler::finish(bool complete) {
    report_.outcome = complete ? "complete" : "interrupted";
    report_.companions = companions_.summarise();
    report_.samples = samples_.finish();
    std::sort(report_.cells.begin(), report_.cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    return std::move(report_);
}

}  // namespace hopbench
