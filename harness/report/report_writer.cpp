#include "harness/report/report_writer.hpp"

#include <algorithm>

#include "harness/model/error.hpp"
#include "harness/report/cell_writer.hpp"
#include "harness/report/evidence_writer.hpp"
#include "harness/report/json_members.hpp"
#include "harness/report/report_check.hpp"
#include "harness/report/role.hpp"

// Every struct is unpacked by structured bindings: a new field does not compile until it is
// written.

namespace hopbench {
namespace {

using namespace reporting;

[[noreturn]] void fail(const std::string& place, const std::string& why) {
    throw usage_error("report", place + " " + why, "this is a fault of hopbench: please report it");
}

void append_identity(std::string& out, const Identity& identity) {
    const auto& [gpu_model, gpu_count, simulated, methods] = identity;
    ObjectLine line(out);
    line.text("gpu_model", gpu_model).number("gpu_count", gpu_count).flag("simulated", simulated);
    ObjectLine versions(line.member("methods"));
    for (const auto& [name, version] : methods) versions.number(name, version);
    versions.close();
    line.close();
}

void append_setting(std::string& out, const Setting& setting) {
    const auto& [platform, driver, kernel, numa_layout, sim_set, environment] = setting;
    ObjectLine line(out);
    line.text("platform", platform).text("driver", driver).text("kernel", kernel);
    line.text("numa_layout", numa_layout).text("sim_set", sim_set);
    ObjectLine variables(line.member("environment"));
    for (const auto& [name, value] : environment) variables.text(name, value);
    variables.close();
    line.close();
}

void append_gpu(std::string& out, const Gpu& gpu) {
    const auto& [index, name, uuid, bdf, numa_node, numa_source] = gpu;
    ObjectLine line(out);
    line.number("index", index).text("name", name).text("uuid", uuid).text("bdf", bdf);
    line.number("numa_node", numa_node).text("numa_source", numa_source);
    line.close();
}

void append_variant(std::string& out, const Variant& variant) {
    const auto& [name, role, uses, settings, treatment] = variant;
    const auto& [applied, evidence] = treatment;
    ObjectLine line(out);
    line.text("name", name).text("role", to_string(role)).texts("uses", uses);
    line.member("settings") += '[';
    for (std::size_t i = 0; i < settings.size(); ++i) {
        if (i > 0) out += ',';
        ObjectLine pair(out);
        pair.text("name", settings[i].first).text("value", settings[i].second);
        pair.close();
    }
    out += ']';
    ObjectLine evidence_line(line.member("treatment"));
    evidence_line.flag("applied", applied).text("evidence", evidence);
    evidence_line.close();
    line.close();
}

void append_plan(std::string& out, const PlanRecord& plan) {
    const auto& [suite, cases, session, seed, blocks, invocations_per_block, sha256] = plan;
    ObjectLine line(out);
    line.text("suite", suite).text("cases", cases).text("session", session).number("seed", seed);
    line.number("blocks", blocks).number("invocations_per_block", invocations_per_block);
    line.text("sha256", sha256);
    line.close();
}

void append_binding(std::string& out, const BindingRecord& binding) {
    const auto& [requested, cpus, mem_nodes, source] = binding;
    ObjectLine line(out);
    line.text("requested", requested).text("cpus", cpus).text("mem_nodes", mem_nodes);
    line.text("source", source);
    line.close();
}

void append_placement(std::string& out, const PlacementRecord& placement) {
    const auto& [where] = placement;
    ObjectLine line(out);
    line.text("where", where);
    line.close();
}

void append_companion(std::string& out, const Companion& companion) {
    const auto& [method, bytes, variant, name, count, median, min, max] = companion;
    ObjectLine line(out);
    line.text("method", method).number("bytes", bytes).text("variant", variant);
    line.text("name", name).number("count", count);
    line.number("median", median).number("min", min).number("max", max);
    line.close();
}

void append_invocations(std::string& out, const InvocationTable& table) {
    const auto& [executable, variant, block, position, status, reason] = table;
    ObjectLine line(out);
    line.texts("executable", executable).texts("variant", variant).numbers("block", block);
    line.numbers("position", position).words("status", status).numbers("reason", reason);
    line.close();
}

void append_samples(std::string& out, const SamplesFile& samples) {
    const auto& [file, sha256, count] = samples;
    ObjectLine line(out);
    line.text("file", file).text("sha256", sha256).number("count", count);
    line.close();
}

void append_volatile(std::string& out, const Volatile& part) {
    const auto& [started, finished, host, directory, command, wall_seconds, repeated_blocks] = part;
    ObjectLine line(out);
    line.text("started", started).text("finished", finished).text("host", host);
    line.text("directory", directory).text("command", command);
    line.number("wall_seconds", wall_seconds).texts("repeated_blocks", repeated_blocks);
    line.close();
}

std::vector<const Cell*> sorted_cells(const Report& report) {
    std::vector<const Cell*> cells;
    cells.reserve(report.cells.size());
    for (const auto& cell : report.cells) cells.push_back(&cell);
    std::stable_sort(cells.begin(), cells.end(),
                     [](const Cell* a, const Cell* b) { return a->key < b->key; });
    for (std::size_t i = 1; i < cells.size(); ++i)
        if (cells[i]->key == cells[i - 1]->key)
            fail("cell " + describe(cells[i]->key),
                 "of " + cells[i]->key.variant + " is there twice");
    return cells;
}

}  // namespace

std::string report_text(const Report& report) {
    const auto& [schema_version, tool_version, kind, outcome, origin, model, identity, setting,
                 gpus, variants, plan, margins, notes, given_reasons, bindings, placements,
                 verifications, companions, capabilities, nccl, invocations, cells, samples,
                 volatile_part] = report;
    if (const auto fault = find_fault(report)) fail(fault->place, fault->why);
    auto reasons = given_reasons;
    const auto defaults = add_default_reasons(cells, reasons);

    std::string out;
    JsonMembers member(out);
    member.text("schema", "hopbench.report");
    member.text("schema_version", schema_version);
    member.text("tool_version", tool_version);
    member.text("kind", kind);
    member.text("outcome", outcome);
    member.text("origin", origin);
    member("simulated") += identity.simulated ? "true" : "false";
    if (model) {
        const auto& [name, sha256] = *model;
        ObjectLine line(member("model"));
        line.text("name", name).text("sha256", sha256);
        line.close();
    } else {
        member("model") += "null";
    }
    append_identity(member("identity"), identity);
    append_setting(member("variant"), setting);
    append_json_lines(member("gpus"), gpus, append_gpu);
    append_json_lines(member("variants"), variants, append_variant);
    append_plan(member("plan"), plan);
    ObjectLine epsilons(member("margins"));
    for (const auto& [margin_kind, epsilon] : margins)
        epsilons.number(to_string(margin_kind), epsilon);
    epsilons.close();
    append_json_texts(member("notes"), notes);
    append_json_texts(member("reasons"), reasons);
    append_json_lines(member("bindings"), bindings, append_binding);
    append_json_lines(member("placements"), placements, append_placement);
    append_json_lines(member("verifications"), verifications, append_verification);
    append_json_lines(member("companions"), companions, append_companion);
    append_capabilities(member("capabilities"), capabilities);
    append_nccl(member("nccl"), nccl);
    append_invocations(member("invocations"), invocations);
    append_json_lines(member("cells"), sorted_cells(report),
                      [&](std::string& to, const Cell* cell) { append_cell(to, *cell, defaults); });
    append_samples(member("samples"), samples);
    append_volatile(member("volatile"), volatile_part);
    member.close();
    return out;
}

void write_report(const std::filesystem::path& file, const Report& report, Overwrite overwrite) {
    write_durably(file, report_text(report), overwrite);
}

}  // namespace hopbench
