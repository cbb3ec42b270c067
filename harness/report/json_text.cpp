#include "harness/report/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hopbench::reporting {
namespace {

/// Printable ASCII without the two characters JSON escapes: most strings of a report.
bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    if (is_plain(text)) {
        out += '"';
        out += text;
        out += '"';
        return;
    }
    using nlohmann::json;
    out += json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

void append_json_number(std::string& out, double value) {
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    if (value == 0) value = 0;  // "-0" would read back as the integer 0
    char buffer[32];
    out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string& ObjectLine::member(std::string_view name) {
    if (!first_) out_ += ',';
    first_ = false;
    append_json_string(out_, name);
    out_ += ':';
    return out_;
}

ObjectLine& ObjectLine::text(std::string_view name, std::string_view value) {
    append_json_string(member(name), value);
    return *this;
}

ObjectLine& ObjectLine::flag(std::string_view name, bool value) {
    member(name) += value ? "true" : "false";
    return *this;
}

ObjectLine& ObjectLine::number(std::string_view name, std::optional<int> value) {
    if (value)
        append_json_number(member(name), *value);
    else
        member(name) += "null";
    return *this;
}

ObjectLine& ObjectLine::texts(std::string_view name, const std::vector<std::string>& values) {
    member(name) += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out_ += ',';
        append_json_string(out_, values[i]);
    }
    out_ += ']';
    return *this;
}

ObjectLine& ObjectLine::words(std::string_view name, const std::vector<Status>& values) {
    member(name) += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out_ += ',';
        append_json_string(out_, to_string(values[i]));
    }
    out_ += ']';
    return *this;
}

}  // namespace hopbench::reporting
