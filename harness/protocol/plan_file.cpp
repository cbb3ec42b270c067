#include "harness/protocol/plan_file.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/protocol/json_fields.hpp"

namespace hopbench {
namespace {

using nlohmann::json;

constexpr const char* schema = "hopbench.plan/1";
constexpr const char* remedy = "plans are written by `hopbench run`; run it again";
constexpr int max_repetitions = 100'000'000;
constexpr int max_gpu = 4096;
constexpr std::uintmax_t max_bytes = 256u << 20;  // a million cells take about 100 MB
/// Of one operation: above every memory, and a window of them still fits 64 bits.
constexpr std::uint64_t max_case_bytes = std::uint64_t{1} << 40;

PlannedCase read_case(const json& entry, const std::string& where) {
    const protocol::Fields fields(entry, where, remedy);
    const auto text = fields.text("name");
    const auto name = parse_case_name(text);
    if (!name) fields.fail("\"" + text + "\" is no case name");
    if (name->bytes.value_or(0) > max_case_bytes)
        fields.fail("\"" + text + "\" is larger than any memory");
    return {.name = *name,
            .warmup = fields.integer<int>("warmup", 0, max_repetitions),
            .samples = fields.integer<int>("samples", 1, max_repetitions)};
}

/// Absent in plans of earlier versions: all devices.
std::vector<int> read_gpus(const json& document, const protocol::Fields& fields) {
    std::vector<int> gpus;
    if (!document.contains("gpus")) return gpus;
    for (const auto& entry : fields.array("gpus")) {
        const bool ascending = entry.is_number_integer() &&
                               entry.get<std::int64_t>() > (gpus.empty() ? -1 : gpus.back()) &&
                               entry.get<std::int64_t>() <= max_gpu;
        if (!ascending) fields.fail("field \"gpus\" is no ascending list of device indices");
        gpus.push_back(entry.get<int>());
    }
    return gpus;
}

}  // namespace

void write_plan_file(const std::filesystem::path& file, const InvocationPlan& plan) {
    json cases = json::array();
    for (const auto& c : plan.cases)
        cases.push_back(
            {{"name", format_case_name(c.name)}, {"warmup", c.warmup}, {"samples", c.samples}});
    const json document = {{"schema", schema},
                           {"executable", plan.executable},
                           {"seed", plan.seed},
                           {"deadline_seconds", plan.deadline_seconds},
                           {"requested_binding", plan.requested_binding},
                           {"gpus", plan.gpus},
                           {"cases", std::move(cases)}};
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << document.dump() << '\n';
    if (!out.flush())
        throw usage_error(file.string(), "cannot write the plan",
                          "check the directory and its space");
}

InvocationPlan read_plan_file(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) throw usage_error(file.string(), error.message(), "name a readable plan file");
    if (size > max_bytes) throw usage_error(file.string(), "larger than any plan", remedy);
    std::ifstream in(file, std::ios::binary);
    const json document = json::parse(in, nullptr, false);
    if (document.is_discarded()) throw usage_error(file.string(), "not valid JSON", remedy);
    const protocol::Fields fields(document, file.string(), remedy);
    if (fields.text("schema") != schema)
        fields.fail("field \"schema\" is \"" + fields.text("schema") + "\", not \"" + schema +
                    "\"");

    InvocationPlan plan;
    plan.executable = fields.text("executable");
    plan.seed = fields.integer<std::uint64_t>("seed", 0, UINT64_MAX);
    plan.deadline_seconds = fields.number("deadline_seconds");
    if (!std::isfinite(plan.deadline_seconds) || plan.deadline_seconds < 0)
        fields.fail("field \"deadline_seconds\" is negative or not finite");
    plan.requested_binding = fields.text("requested_binding");
    plan.gpus = read_gpus(document, fields);
    const auto& cases = fields.array("cases");
    plan.cases.reserve(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i)
        plan.cases.push_back(
            read_case(cases[i], file.string() + ": cases[" + std::to_string(i) + "]"));
    return plan;
}

}  // namespace hopbench
