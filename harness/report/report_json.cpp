#include "harness/report/report_json.hpp"

#include "harness/report/capability_summary.hpp"
#include "harness/report/cell_writer.hpp"
#include "harness/report/evidence_writer.hpp"
#include "harness/report/json_members.hpp"
#include "harness/report/role.hpp"

namespace hopbench::reporting {
namespace {

void append_summary(std::string& out, const CellSummary& summary) {
    ObjectLine line(out);
    append_cell_key(line.member("key"), summary.cell->key);
    line.text("class", to_string(summary.cell->pair_class)).text("unit", summary.cell->unit);
    line.text("better", to_string(summary.cell->better)).number("value", summary.value);
    line.number("good", summary.good).number("invocations", summary.total);
    line.close();
}

void append_failure(std::string& out, const FailureSummary& failure) {
    ObjectLine line(out);
    append_cell_key(line.member("key"), failure.cell->key);
    line.text("status", to_string(failure.status)).text("reason", failure.reason);
    line.number("failed", failure.count).number("invocations", failure.total);
    line.close();
}

void append_step(std::string& out, const StepSummary& step) {
    ObjectLine line(out);
    line.text("step", step.step).number("pairs", step.pairs.size());
    ObjectLine counts(line.member("status"));
    for (const auto& [status, count] : step.counts) counts.number(to_string(status), count);
    counts.close();
    line.close();
}

void append_variant(std::string& out, const Variant& variant) {
    ObjectLine line(out);
    line.text("name", variant.name).text("role", to_string(variant.role));
    line.flag("applied", variant.treatment.applied).text("evidence", variant.treatment.evidence);
    line.close();
}

}  // namespace

std::string report_json(const Report& report, const ReportSummary& summary) {
    std::string out;
    JsonMembers member(out);
    member.text("schema", "hopbench.report-summary/1");
    member("simulated") += report.identity.simulated ? "true" : "false";
    if (report.model) {
        ObjectLine model(member("model"));
        model.text("name", report.model->name).text("sha256", report.model->sha256);
        model.close();
    } else {
        member("model") += "null";
    }
    member.text("kind", report.kind);
    member.text("outcome", report.outcome);
    member.text("origin", report.origin);
    member.text("gpu_model", report.identity.gpu_model);
    append_json_number(member("gpu_count"), report.identity.gpu_count);
    append_json_lines(member("variants"), report.variants, append_variant);
    append_json_texts(member("notes"), report.notes);
    append_json_lines(member("capabilities"), summarise_steps(report.capabilities), append_step);
    append_json_texts(member("findings"), capability_findings(report.capabilities));
    append_nccl(member("nccl"), report.nccl);
    std::vector<CellSummary> cells = summary.others;
    for (const auto* group : {&summary.matrices, &summary.host_copies, &summary.collectives})
        for (const auto& matrix : *group)
            cells.insert(cells.end(), matrix.cells.begin(), matrix.cells.end());
    append_json_lines(member("cells"), cells, append_summary);
    append_json_lines(member("failures"), summary.failures, append_failure);
    member.close();
    return out;
}

}  // namespace hopbench::reporting
