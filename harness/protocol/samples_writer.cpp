#include "harness/protocol/samples_writer.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/protocol/samples_line.hpp"

namespace hopbench {
namespace {

using nlohmann::json;

json header_json(const SamplesHeader& header) {
    json devices = json::array();
    for (const auto& device : header.devices)
        devices.push_back({{"index", device.index},
                           {"name", device.name},
                           {"uuid", device.uuid},
                           {"bdf", device.bdf},
                           {"sm", device.sm}});
    json model = nullptr;
    if (header.model) model = {{"name", header.model->name}, {"sha256", header.model->sha256}};
    return {{"schema", "hopbench.samples/1"},
            {"executable", header.executable},
            {"version", header.version},
            {"simulated", header.model.has_value()},
            {"model", model},
            {"driver_version", header.driver_version},
            {"runtime_version", header.runtime_version},
            {"methods", header.methods},
            {"devices", devices},
            {"binding",
             {{"requested", header.binding.requested},
              {"cpus", header.binding.cpus},
              {"mem_nodes", header.binding.mem_nodes},
              {"source", header.binding.source}}}};
}

json series_json(const Series& series) {
    json values = json::array();
    for (const double value : series.values)
        values.push_back(std::isfinite(value) ? json(value) : json(nullptr));
    return {{"metric", series.metric},
            {"unit", series.unit},
            {"better", to_string(series.better)},
            {"margin_kind", to_string(series.margin_kind)},
            {"quantum", series.quantum},
            {"values", std::move(values)}};
}

json case_json(const CaseRecord& record) {
    json series = json::array();
    for (const auto& one : record.series) series.push_back(series_json(one));
    const auto& v = record.verification;
    return {{"case", format_case_name(record.name)},
            {"direction", record.direction},
            {"engine", record.engine},
            {"status", to_string(record.status)},
            {"reason", record.reason},
            {"verification",
             {{"status", v.status},
              {"samples_checked", v.samples_checked},
              {"bytes_checked", v.bytes_checked},
              {"mismatches", v.mismatches},
              {"note", v.note}}},
            {"placement", {{"where", record.placement.where}}},
            {"notes", record.notes},
            {"series", std::move(series)}};
}

/// Foreign strings (device names, error texts) may hold bytes that are no UTF-8.
std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string samples_header_line(const SamplesHeader& header) {
    return dump(header_json(header));
}

std::string samples_case_line(const CaseRecord& record) {
    return dump(case_json(record));
}

SamplesWriter::SamplesWriter(const std::filesystem::path& file, const SamplesHeader& header)
    : path_(file.string()), file_(std::fopen(path_.c_str(), "wbe")) {
    if (!file_) throw usage_error(path_, std::strerror(errno), "name a writable samples file");
    write_line(samples_header_line(header));
}

void SamplesWriter::append(const CaseRecord& record) {
    write_line(samples_case_line(record));
    ++cases_;
}

void SamplesWriter::finish() {
    write_line(dump({{"end", true}, {"cases", cases_}}));
}

void SamplesWriter::write_line(const std::string& line) {
    const bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
                         std::fputc('\n', file_.get()) != EOF && std::fflush(file_.get()) == 0;
    if (!written) throw usage_error(path_, std::strerror(errno), "free space and run again");
}

}  // namespace hopbench
