#include "tests/sim/model/json_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "tests/sim/model/model_error.hpp"

namespace hopbench::sim {
namespace {

std::string range_text(double low, double high) {
    std::ostringstream text;
    text << "give a number from " << low << " to " << high;
    return text.str();
}

}  // namespace

JsonCursor::JsonCursor(const nlohmann::json& value, std::string path)
    : value_(&value), path_(std::move(path)) {
    if (!value.is_object())
        throw ModelError(path_.empty() ? "file" : path_,
                         std::string("is ") + value.type_name() + ", not an object",
                         "write it as {\"field\": value, …}");
}

std::string JsonCursor::path_of(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
}

bool JsonCursor::has(const char* key) const {
    return value_->contains(key);
}

const nlohmann::json& JsonCursor::at(const char* key) const {
    const auto found = value_->find(key);
    if (found == value_->end())
        throw ModelError(path_of(key), "is missing", "add it; tests/machines has complete models");
    return *found;
}

double JsonCursor::number(const char* key, double low, double high) const {
    const auto& value = at(key);
    if (!value.is_number())
        throw ModelError(path_of(key), std::string("is ") + value.type_name() + ", not a number",
                         range_text(low, high));
    const auto result = value.get<double>();
    if (!std::isfinite(result) || result < low || result > high)
        throw ModelError(path_of(key), value.dump() + " is out of range", range_text(low, high));
    return result;
}

double JsonCursor::positive(const char* key) const {
    return number(key, 1e-9, 1e12);
}

double JsonCursor::not_negative(const char* key) const {
    return number(key, 0, 1e12);
}

std::int64_t JsonCursor::integer(const char* key, std::int64_t low, std::int64_t high) const {
    const auto& value = at(key);
    const auto hint =
        "give a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    if (!value.is_number_integer())
        throw ModelError(path_of(key), std::string("is ") + value.dump() + ", not a whole number",
                         hint);
    const bool too_large = value.is_number_unsigned() &&
                           value.get<std::uint64_t>() >
                               static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto result = too_large ? 0 : value.get<std::int64_t>();
    if (too_large || result < low || result > high)
        throw ModelError(path_of(key), value.dump() + " is out of range", hint);
    return result;
}

bool JsonCursor::boolean(const char* key) const {
    const auto& value = at(key);
    if (!value.is_boolean())
        throw ModelError(path_of(key), std::string("is ") + value.dump() + ", not a truth value",
                         "write true or false");
    return value.get<bool>();
}

std::string JsonCursor::text(const char* key) const {
    const auto& value = at(key);
    if (!value.is_string())
        throw ModelError(path_of(key), std::string("is ") + value.type_name() + ", not a string",
                         "write it in double quotes");
    return value.get<std::string>();
}

JsonCursor JsonCursor::object(const char* key) const {
    return {at(key), path_of(key)};
}

std::vector<JsonCursor> JsonCursor::list(const char* key, std::size_t most) const {
    const auto& value = at(key);
    if (!value.is_array())
        throw ModelError(path_of(key), std::string("is ") + value.type_name() + ", not a list",
                         "write it as [ … ]");
    if (value.size() > most)
        throw ModelError(path_of(key), "has " + std::to_string(value.size()) + " entries",
                         "at most " + std::to_string(most) + " are possible");
    std::vector<JsonCursor> result;
    for (std::size_t i = 0; i < value.size(); ++i)
        result.emplace_back(value[i], path_of(key) + "." + std::to_string(i));
    return result;
}

std::vector<std::string> JsonCursor::keys() const {
    std::vector<std::string> result;
    for (const auto& [key, value] : value_->items()) result.push_back(key);
    return result;
}

void JsonCursor::allow_only(std::initializer_list<const char*> known) const {
    for (const auto& [key, value] : value_->items())
        if (std::none_of(known.begin(), known.end(), [&](const char* name) { return key == name; }))
            throw ModelError(path_of(key), "is no field of a machine model",
                             "remove it or correct its name");
}

}  // namespace hopbench::sim
