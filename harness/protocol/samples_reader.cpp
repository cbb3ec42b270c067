#include "harness/protocol/samples_reader.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/protocol/json_fields.hpp"
#include "harness/protocol/samples_line.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using protocol::Fields;

constexpr const char* remedy = "the file is damaged; run the invocation again";
constexpr std::size_t max_line = 1u << 30;
constexpr double max_magnitude = 1e18;  ///< s or B/s; what is computed from it stays finite

template <class Enum>
Enum word(const Fields& fields, const char* name, std::optional<Enum> (*parse)(std::string_view)) {
    const auto text = fields.text(name);
    const auto value = parse(text);
    if (!value)
        fields.fail(std::string("field \"") + name + "\" has unknown value \"" + text + "\"");
    return *value;
}

SamplesHeader read_header(const json& line, const std::string& where) {
    const Fields fields(line, where, remedy);
    if (fields.text("schema") != "hopbench.samples/1")
        fields.fail("field \"schema\" is \"" + fields.text("schema") +
                    "\", not \"hopbench.samples/1\"");
    SamplesHeader header{.executable = fields.text("executable"),
                         .version = fields.text("version"),
                         .model = {},
                         .driver_version = fields.text("driver_version"),
                         .runtime_version = fields.text("runtime_version"),
                         .methods = {},
                         .devices = {},
                         .binding = {}};
    if (const auto* model = fields.find("model")) {
        const Fields m(*model, where + ": model", remedy);
        header.model = ModelIdentity{.name = m.text("name"), .sha256 = m.text("sha256")};
    }
    for (const auto& [name, version] : fields.at("methods").items()) {
        if (!version.is_number_integer()) fields.fail("field \"methods\" holds no versions");
        header.methods[name] = version.get<int>();
    }
    for (const auto& entry : fields.array("devices")) {
        const Fields d(entry, where + ": devices", remedy);
        DeviceRecord device{.index = d.integer<int>("index", 0, 1024),
                            .name = d.text("name"),
                            .uuid = d.text("uuid"),
                            .bdf = d.text("bdf"),
                            .sm = {}};
        for (const auto& part : d.array("sm")) {
            if (!part.is_number_integer()) d.fail("field \"sm\" holds no numbers");
            device.sm.push_back(part.get<int>());
        }
        header.devices.push_back(std::move(device));
    }
    const Fields b(fields.at("binding"), where + ": binding", remedy);
    header.binding = {.requested = b.text("requested"),
                      .cpus = b.text("cpus"),
                      .mem_nodes = b.text("mem_nodes"),
                      .source = b.text("source")};
    return header;
}

Series read_series(const json& entry, const std::string& where) {
    const Fields fields(entry, where, remedy);
    Series series{.metric = fields.text("metric"),
                  .unit = fields.text("unit"),
                  .better = word(fields, "better", parse_better),
                  .margin_kind = word(fields, "margin_kind", parse_margin_kind),
                  .quantum = fields.number("quantum"),
                  .values = {}};
    if (series.quantum < 0 || series.quantum > max_magnitude)
        fields.fail("field \"quantum\" is out of range");
    const auto& values = fields.array("values");
    series.values.reserve(values.size());
    for (const auto& value : values) {
        if (!value.is_number() && !value.is_null())
            fields.fail("field \"values\" holds no numbers");
        if (value.is_number() && std::abs(value.get<double>()) > max_magnitude)
            fields.fail("field \"values\" is out of range");
        series.values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                                : value.get<double>());
    }
    return series;
}

CaseRecord read_case(const json& line, const std::string& where) {
    const Fields fields(line, where, remedy);
    CaseRecord record;
    const auto text = fields.text("case");
    const auto name = parse_case_name(text);
    if (!name) fields.fail("\"" + text + "\" is no case name");
    record.name = *name;
    record.direction = fields.text("direction");
    record.engine = fields.text("engine");
    record.status = word(fields, "status", parse_status);
    record.reason = fields.text("reason");
    const Fields v(fields.at("verification"), where + ": verification", remedy);
    record.verification = {
        .status = v.text("status"),
        .samples_checked = v.integer<std::uint64_t>("samples_checked", 0, UINT64_MAX),
        .bytes_checked = v.integer<std::uint64_t>("bytes_checked", 0, UINT64_MAX),
        .mismatches = v.integer<std::uint64_t>("mismatches", 0, UINT64_MAX),
        .note = v.text("note")};
    record.placement = {
        .where = Fields(fields.at("placement"), where + ": placement", remedy).text("where")};
    for (const auto& [key, value] : fields.at("notes").items()) {
        if (!value.is_number()) fields.fail("field \"notes\" holds no numbers");
        record.notes[key] = value.get<double>();
    }
    for (const auto& entry : fields.array("series"))
        record.series.push_back(read_series(entry, where));
    return record;
}

json parse_line(std::string_view line, const std::string& where) {
    json parsed = json::parse(line, nullptr, false);
    if (parsed.is_discarded()) throw usage_error(where, "not valid JSON", remedy);
    return parsed;
}

}  // namespace

SamplesHeader parse_samples_header_line(std::string_view line, const std::string& where) {
    return read_header(parse_line(line, where), where);
}

CaseRecord parse_samples_case_line(std::string_view line, const std::string& where) {
    return read_case(parse_line(line, where), where);
}

SamplesContent read_samples_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw usage_error(file.string(), "cannot be read", "check the path and its permissions");
    SamplesContent content;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const std::string where = file.string() + ": line " + std::to_string(number);
        const bool cut = in.eof();  // no newline: the writer died in this line
        if (line.size() > max_line) throw usage_error(where, "longer than any case", remedy);
        const json parsed = json::parse(line, nullptr, false);
        if (parsed.is_discarded()) {
            if (cut) break;
            throw usage_error(where, "not valid JSON", remedy);
        }
        if (number == 1) {
            content.header = read_header(parsed, where);
        } else if (parsed.is_object() && parsed.contains("end")) {
            const Fields end(parsed, where, remedy);
            if (end.integer<std::uint64_t>("cases", 0, UINT64_MAX) != content.cases.size())
                end.fail("the end line counts other cases than the file holds");
            content.complete = true;
            break;
        } else {
            content.cases.push_back(read_case(parsed, where));
        }
    }
    return content;
}

}  // namespace hopbench
