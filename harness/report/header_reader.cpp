#include "harness/report/header_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/protocol/json_fields.hpp"
#include "harness/report/report_limits.hpp"
#include "harness/report/role.hpp"

namespace hopbench::reporting {
namespace {

using nlohmann::json;
using protocol::Fields;

constexpr const char* remedy = "the report is damaged or was edited: run again or restore it";
constexpr const char* not_ours = "name a report.json of `hopbench run` or `hopbench import`";
constexpr int supported_major = 1;
constexpr int int_max = std::numeric_limits<int>::max();
constexpr auto u32_max = std::numeric_limits<std::uint32_t>::max();

constexpr std::array<std::string_view, 23> header_members{
    "schema",        "schema_version", "tool_version", "kind",    "outcome",  "origin",
    "simulated",     "model",          "identity",     "variant", "gpus",     "variants",
    "plan",          "margins",        "notes",        "reasons", "bindings", "placements",
    "verifications", "companions",     "invocations",  "samples", "volatile",
};

/// One object of the header: its fields, and errors that name their place.
class Part : public Fields {
  public:
    Part(const json& object, const std::string& file, const std::string& place)
        : Fields(object, file + ": " + place, remedy), object_(object) {}

    [[nodiscard]] bool flag(const char* name) const {
        if (!at(name).is_boolean())
            fail(std::string("field \"") + name + "\" is not true or false");
        return at(name).get<bool>();
    }
    [[nodiscard]] std::uint64_t count(const char* name) const {
        return integer<std::uint64_t>(name, 0, UINT64_MAX);
    }
    [[nodiscard]] int whole(const char* name) const { return integer<int>(name, 0, int_max); }
    /// The field must be there; null is "none".
    [[nodiscard]] std::optional<int> optional_index(const char* name) const {
        require(name);
        if (!find(name)) return std::nullopt;
        return integer<int>(name, 0, max_index);
    }
    void require(const char* name) const {
        if (!object_.contains(name)) fail(std::string("field \"") + name + "\" is missing");
    }
    [[nodiscard]] std::vector<std::string> texts(const char* name) const {
        std::vector<std::string> values;
        for (const auto& value : array(name)) {
            if (!value.is_string()) fail(std::string("field \"") + name + "\" holds no strings");
            values.push_back(value.get<std::string>());
        }
        return values;
    }
    template <class Integer>
    [[nodiscard]] std::vector<Integer> integers(const char* name, Integer high) const {
        std::vector<Integer> values;
        for (const auto& value : array(name)) {
            if (!value.is_number_unsigned() ||
                value.get<std::uint64_t>() > static_cast<std::uint64_t>(high))
                fail(std::string("field \"") + name + "\" holds no whole numbers in range");
            values.push_back(value.get<Integer>());
        }
        return values;
    }
    [[nodiscard]] const json& object(const char* name) const {
        if (!at(name).is_object()) fail(std::string("field \"") + name + "\" is no object");
        return at(name);
    }

  private:
    const json& object_;
};

template <class Read>
auto read_list(const json& members, const std::string& file, const char* name, Read read) {
    const Part top(members, file, "report");
    std::vector<decltype(read(top))> entries;
    const auto& list = top.array(name);
    for (std::size_t i = 0; i < list.size(); ++i)
        entries.push_back(
            read(Part(list[i], file, std::string(name) + "[" + std::to_string(i) + "]")));
    return entries;
}

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

VerificationRecord read_verification(const Part& part) {
    return {.status = part.text("status"),
            .samples_checked = part.count("samples_checked"),
            .bytes_checked = part.count("bytes_checked"),
            .mismatches = part.count("mismatches"),
            .note = part.text("note")};
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
    InvocationTable table{.executable = part.texts("executable"),
                          .variant = part.texts("variant"),
                          .block = part.integers<int>("block", int_max),
                          .position = part.integers<int>("position", int_max),
                          .status = {},
                          .reason = part.integers<std::uint32_t>("reason", u32_max)};
    for (const auto& word : part.texts("status")) {
        const auto status = parse_status(word);
        if (!status) part.fail("field \"status\" has unknown value \"" + word + "\"");
        table.status.push_back(*status);
    }
    return table;
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
        throw usage_error(file, "schema_version: is not \"major.minor\"", remedy);
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
    report.invocations = read_invocations(part("invocations"));
    const auto samples = part("samples");
    report.samples = {.file = samples.text("file"),
                      .sha256 = samples.text("sha256"),
                      .count = samples.count("count")};
    report.volatile_part = read_volatile(part("volatile"));
}

}  // namespace hopbench::reporting
