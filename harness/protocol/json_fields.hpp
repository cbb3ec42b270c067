#pragma once
// Typed access to the fields of a JSON object, with errors that name file, place and field.
// Included only by .cpp files that read JSON.
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "harness/model/error.hpp"

namespace hopbench::protocol {

class Fields {
  public:
    /// `where`: "FILE" or "FILE: line 3"; `remedy`: what the user should do about a bad field.
    Fields(const nlohmann::json& object, std::string where, std::string remedy)
        : object_(object), where_(std::move(where)), remedy_(std::move(remedy)) {
        if (!object_.is_object()) fail("this is no JSON object");
    }

    [[noreturn]] void fail(const std::string& why) const {
        throw usage_error(where_, why, remedy_);
    }

    [[nodiscard]] const nlohmann::json* find(const char* name) const {
        const auto it = object_.find(name);
        return it == object_.end() || it->is_null() ? nullptr : &*it;
    }
    [[nodiscard]] const nlohmann::json& at(const char* name) const {
        const auto* value = find(name);
        if (!value) fail(std::string("field \"") + name + "\" is missing");
        return *value;
    }
    [[nodiscard]] std::string text(const char* name) const {
        const auto& value = at(name);
        if (!value.is_string()) fail(std::string("field \"") + name + "\" is not a string");
        return value.get<std::string>();
    }
    [[nodiscard]] double number(const char* name) const {
        const auto& value = at(name);
        if (!value.is_number()) fail(std::string("field \"") + name + "\" is not a number");
        return value.get<double>();
    }
    template <class Integer>
    [[nodiscard]] Integer integer(const char* name, Integer low, Integer high) const {
        const auto& value = at(name);
        if (!value.is_number_integer() ||
            (value.is_number_unsigned() == false && low >= 0 && value.get<std::int64_t>() < 0))
            fail(std::string("field \"") + name + "\" is not a whole number in range");
        const bool fits = value.is_number_unsigned()
                              ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(high)
                              : value.get<std::int64_t>() >= static_cast<std::int64_t>(low);
        if (!fits) fail(std::string("field \"") + name + "\" is out of range");
        const auto result = value.get<Integer>();
        if (result < low) fail(std::string("field \"") + name + "\" is out of range");
        return result;
    }
    [[nodiscard]] const nlohmann::json& array(const char* name) const {
        const auto& value = at(name);
        if (!value.is_array()) fail(std::string("field \"") + name + "\" is not a list");
        return value;
    }

  private:
    const nlohmann::json& object_;
    std::string where_, remedy_;
};

}  // namespace hopbench::protocol
