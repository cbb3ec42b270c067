// A typed view of one JSON object of a model file. Every accessor names the full path when it
// complains.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hopbench::sim {

class JsonCursor {
  public:
    // Throws ModelError unless value is an object.
    JsonCursor(const nlohmann::json& value, std::string path);

    [[nodiscard]] bool has(const char* key) const;
    [[nodiscard]] double number(const char* key, double low, double high) const;
    // Greater than zero: rates, sizes and clocks.
    [[nodiscard]] double positive(const char* key) const;
    // Zero or more: times and spreads.
    [[nodiscard]] double not_negative(const char* key) const;
    [[nodiscard]] std::int64_t integer(const char* key, std::int64_t low, std::int64_t high) const;
    [[nodiscard]] bool boolean(const char* key) const;
    [[nodiscard]] std::string text(const char* key) const;
    [[nodiscard]] JsonCursor object(const char* key) const;
    [[nodiscard]] std::vector<JsonCursor> list(const char* key, std::size_t most) const;
    [[nodiscard]] std::vector<std::string> keys() const;
    [[nodiscard]] std::string path_of(const std::string& key) const;
    [[nodiscard]] const nlohmann::json& at(const char* key) const;

    // Throws ModelError naming the first field that is not in known.
    void allow_only(std::initializer_list<const char*> known) const;

  private:
    const nlohmann::json* value_;
    std::string path_;
};

}  // namespace hopbench::sim
