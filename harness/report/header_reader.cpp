#include "harness/report/header_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/report/evidence_reader.hpp"
#include "harness/report/header_part.hpp"
#include "harness/report/report_limits.hpp"
#include "harness/report/role.hpp"

namespace hopbench::reporting {
namespace {

using nlohmann::json;

constexpr const char* not_ours = "name a report.json of `hopbench run` or `hopbench import`";
constexpr int supported_major = 1;

constexpr std::array<std::string_view, 25> header_members{
    "schema",       "schema_version", "tool_version", "kind",          "outcome",
    "origin",       "simulated",      "model",        "identity",      "variant",
    "gpus",         "variants",       "plan",         "margins",       "notes",
    "reasons",      "bindings",       "placements",   "verifications", "companions",
    "capabilities", "nccl",           "invocations",  "samples",       "volatile",
};

Identity read_identity(const Part& part) {
    Identity identity{.gpu_model = part.text("gpu_model"),
                      .gpu_count = part.whole("gpu_count"),
                      .simulated = part.flag("simulated"),
                      .methods = {}};
    for (const auto& [name, version] : part.object("methods").items()) {
        if (!version.is_number_unsigned() || version.get<std::uint64_t>() > int_max)
            part.fail("field \"methods\" holds no versions");
        identity.methods[name] = version.get<int>();
    }
    return identity;
}

Setting read_setting(const Part& part) {
    Setting setting{.platform = part.text("platform"),
                    .driver = part.text("driver"),
                    .kernel = part.text("kernel"),
                    .numa_layout = part.text("numa_layout"),
                    .sim_set = part.text("sim_set"),
                    .environment = {}};
    for (const auto& [name, value] : part.object("environment").items()) {
        if (!value.is_string()) part.fail("field \"environment\" holds no strings");
        setting.environment[name] = value.get<std::string>();
    }
    return setting;
}

Gpu read_gpu(const Part& part) {
    return {.index = part.integer<int>("index", 0, max_index),
            .name = part.text("name"),
            .uuid = part.text("uuid"),
            .bdf = part.text("bdf"),
            .numa_node = part.optional_index("numa_node"),
            .numa_source = part.text("numa_source")};
}

Variant read_variant(const Part& part, const std::string& file) {
    const auto role = parse_role(part.text("role"));
    if (!role) part.fail("field \"role\" has unknown value \"" + part.text("role") + "\"");
    Variant variant{.name = part.text("name"),
                    .role = *role,
                    .uses = part.texts("uses"),
                    .settings = {},
                    .treatment = {}};
    for (const auto& entry : part.array("settings")) {
        const Part pair(entry, file, "variants: settings");
        variant.settings.emplace_back(pair.text("name"), pair.text("value"));
    }
    const Part treatment(part.at("treatment"), file, "variants: treatment");
    variant.treatment = {.applied = treatment.flag("applied"),
                         .evidence = treatment.text("evidence")};
    return variant;
}

PlanRecord read_plan(const Part& part) {
    return {.suite = part.text("suite"),
            .cases = part.text("cases"),
            .session = part.text("session"),
            .seed = part.count("seed"),
            .blocks = part.whole("blocks"),
            .invocations_per_block = part.whole("invocations_per_block"),
            .sha256 = part.text("sha256")};
}

std::map<MarginKind, double> read_margins(const Part& part, const json& object) {
    std::map<MarginKind, double> margins;
    for (const auto& [name, value] : object.items()) {
        const auto kind = parse_margin_kind(name);
        if (!kind) continue;
        const double epsilon = part.number(name.c_str());
        if (!std::isfinite(epsilon) || epsilon < 0) part.fail("\"" + name + "\" is negative");
        if (epsilon > max_magnitude) part.fail("\"" + name + "\" is out of range");
        margins[*kind] = epsilon;
    }
    return margins;
}

BindingRecord read_binding(const Part& part) {
    return {.requested = part.text("requested"),
            .cpus = part.text("cpus"),
            .mem_nodes = part.text("mem_nodes"),
            .source = part.text("source")};
}

Companion read_companion(const Part& part) {
    return {.method = part.text("method"),
            .bytes = part.count("bytes"),
            .variant = part.text("variant"),
            .name = part.text("name"),
            .count = part.count("count"),
            .median = part.number("median"),
            .min = part.number("min"),
            .max = part.number("max")};
}

InvocationTable read_invocations(const Part& part) {
    return {.executable = part.texts("executable"),
            .variant = part.texts("variant"),
            .block = part.integers<int>("block", int_max),
            .position = part.integers<int>("position", int_max),
            .status = part.statuses("status"),
            .reason = part.integers<std::uint32_t>("reason", u32_max)};
}

Volatile read_volatile(const Part& part) {
    part.require("wall_seconds");
    return {.started = part.text("started"),
            .finished = part.text("finished"),
            .host = part.text("host"),
            .directory = part.text("directory"),
            .command = part.text("command"),
            .wall_seconds = part.find("wall_seconds") ? part.number("wall_seconds")
                                                      : std::numeric_limits<double>::quiet_NaN(),
            .repeated_blocks = part.texts("repeated_blocks")};
}

std::string one_of(const Part& part, const char* name, std::initializer_list<const char*> words) {
    auto text = part.text(name);
    if (std::none_of(words.begin(), words.end(), [&](const char* word) { return text == word; }))
        part.fail(std::string("field \"") + name + "\" has unknown value \"" + text + "\"");
    return text;
}

/// Before version 1.1 a report said nothing of capabilities and of NCCL.
bool has_evidence(const std::string& schema_version) {
    return schema_version != "1.0";
}

}  // namespace

bool is_header_member(const std::string& name) {
    return std::find(header_members.begin(), header_members.end(), name) != header_members.end();
}

void check_version(const json& members, const std::string& file) {
    const auto schema = members.find("schema");
    if (schema == members.end() || *schema != "hopbench.report")
        throw usage_error(file, "is no hopbench report: \"schema\" is not \"hopbench.report\"",
                          not_ours);
    const auto version = members.find("schema_version");
    const auto text = version != members.end() && version->is_string() ? version->get<std::string>()
                                                                       : std::string();
    const auto dot = text.find('.');
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.size() < 6 &&
               part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (dot == std::string::npos || !digits(text.substr(0, dot)) || !digits(text.substr(dot + 1)))
        throw usage_error(file, "schema_version: is not \"major.minor\"", damaged_report);
    if (std::stoi(text.substr(0, dot)) != supported_major)
        throw usage_error(file,
                          "schema_version: \"" + text + "\" where this hopbench reads " +
                              std::to_string(supported_major) + ".x",
                          "use the hopbench that wrote it, or a newer one");
}

void read_header(const json& members, const std::string& file, Report& report) {
    check_version(members, file);
    const Part top(members, file, "report");
    const auto part = [&](const char* name) { return Part(top.at(name), file, name); };
    report.schema_version = top.text("schema_version");
    report.tool_version = top.text("tool_version");
    report.kind = one_of(top, "kind", {"run", "import"});
    report.outcome = one_of(top, "outcome", {"complete", "interrupted"});
    report.origin = top.text("origin");
    top.require("model");
    if (top.find("model")) {
        const auto model = part("model");
        report.model = ModelIdentity{.name = model.text("name"), .sha256 = model.text("sha256")};
    }
    report.identity = read_identity(part("identity"));
    if (top.flag("simulated") != report.identity.simulated)
        top.fail("\"simulated\" and \"identity.simulated\" disagree");
    if (report.model && !report.identity.simulated)
        top.fail("\"model\" names a simulated machine but \"simulated\" is false");
    report.setting = read_setting(part("variant"));
    report.gpus = read_list(members, file, "gpus", read_gpu);
    report.variants = read_list(members, file, "variants",
                                [&](const Part& entry) { return read_variant(entry, file); });
    report.plan = read_plan(part("plan"));
    report.margins = read_margins(part("margins"), top.object("margins"));
    report.notes = top.texts("notes");
    report.reasons = top.texts("reasons");
    report.bindings = read_list(members, file, "bindings", read_binding);
    report.placements = read_list(members, file, "placements", [](const Part& entry) {
        return PlacementRecord{.where = entry.text("where")};
    });
    report.verifications = read_list(members, file, "verifications", read_verification);
    report.companions = read_list(members, file, "companions", read_companion);
    if (has_evidence(report.schema_version)) {
        report.capabilities = read_capabilities(members, file);
        report.nccl = read_nccl(members, file);
    }
    report.invocations = read_invocations(part("invocations"));
    const auto samples = part("samples");
    report.samples = {.file = samples.text("file"),
                      .sha256 = samples.text("sha256"),
                      .count = samples.count("count")};
    report.volatile_part = read_volatile(part("volatile"));
}

}  // namespace hopbench::reporting
