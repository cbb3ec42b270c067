#pragma once
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/status.hpp"

namespace hopbench::reporting {

/// Appends a JSON string; bytes that are no UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Appends the shortest text that reads back as the same double; null when it is not finite.
void append_json_number(std::string& out, double value);

template <std::integral Integer>
void append_json_number(std::string& out, Integer value) {
    char buffer[24];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out.append(buffer, end);
}

/// One JSON object on one line, members in the order of the calls. close() ends it.
class ObjectLine {
  public:
    explicit ObjectLine(std::string& out) : out_(out) { out_ += '{'; }
    void close() { out_ += '}'; }

    /// Writes the member's name; the caller appends its value.
    std::string& member(std::string_view name);

    ObjectLine& text(std::string_view name, std::string_view value);
    ObjectLine& flag(std::string_view name, bool value);
    ObjectLine& texts(std::string_view name, const std::vector<std::string>& values);
    ObjectLine& words(std::string_view name, const std::vector<Status>& values);

    template <class Number>
    ObjectLine& number(std::string_view name, Number value) {
        append_json_number(member(name), value);
        return *this;
    }
    ObjectLine& number(std::string_view name, std::optional<int> value);

    template <class Number>
    ObjectLine& numbers(std::string_view name, const std::vector<Number>& values) {
        member(name) += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) out_ += ',';
            append_json_number(out_, values[i]);
        }
        out_ += ']';
        return *this;
    }

  private:
    std::string& out_;
    bool first_ = true;
};

}  // namespace hopbench::reporting
