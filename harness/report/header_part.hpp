#pragma once
// One object of a report's header. Included only by .cpp files that read JSON.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/status.hpp"
#include "harness/protocol/json_fields.hpp"
#include "harness/report/report_limits.hpp"

namespace hopbench::reporting {

constexpr const char* damaged_report =
    "the report is damaged or was edited: run again or restore it";
constexpr int int_max = std::numeric_limits<int>::max();
constexpr auto u32_max = std::numeric_limits<std::uint32_t>::max();

/// One object of the header: its fields, and errors that name their place.
class Part : public protocol::Fields {
  public:
    Part(const nlohmann::json& object, const std::string& file, const std::string& place)
        : protocol::Fields(object, file + ": " + place, damaged_report), object_(object) {}

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
    [[nodiscard]] Status status(const char* name) const { return status_of(name, text(name)); }
    [[nodiscard]] std::vector<Status> statuses(const char* name) const {
        std::vector<Status> values;
        for (const auto& word : texts(name)) values.push_back(status_of(name, word));
        return values;
    }
    /// A number ≥ 0 that is there or null, "none".
    [[nodiscard]] std::optional<double> optional_size(const char* name) const {
        require(name);
        if (!find(name)) return std::nullopt;
        const double value = number(name);
        if (!(value >= 0 && value <= max_magnitude))
            fail(std::string("field \"") + name + "\" is out of range");
        return value;
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
    [[nodiscard]] const nlohmann::json& object(const char* name) const {
        if (!at(name).is_object()) fail(std::string("field \"") + name + "\" is no object");
        return at(name);
    }

  private:
    [[nodiscard]] Status status_of(const char* name, const std::string& word) const {
        const auto status = parse_status(word);
        if (!status) fail(std::string("field \"") + name + "\" has unknown value \"" + word + "\"");
        return *status;
    }

    const nlohmann::json& object_;
};

template <class Read>
auto read_list(const nlohmann::json& members, const std::string& file, const char* name,
               Read read) {
    const Part top(members, file, "report");
    std::vector<decltype(read(top))> entries;
    const auto& list = top.array(name);
    for (std::size_t i = 0; i < list.size(); ++i)
        entries.push_back(
            read(Part(list[i], file, std::string(name) + "[" + std::to_string(i) + "]")));
    return entries;
}

}  // namespace hopbench::reporting
