#pragma once
#include <string>
#include <string_view>

#include "harness/report/json_text.hpp"

namespace hopbench::reporting {

/// The outermost object of a file: every member begins a line.
class JsonMembers {
  public:
    explicit JsonMembers(std::string& out) : out_(out) { out_ += '{'; }
    void close() { out_ += "\n}\n"; }

    std::string& operator()(std::string_view name) {
        out_ += first_ ? "\n\"" : ",\n\"";
        first_ = false;
        out_ += name;
        out_ += "\": ";
        return out_;
    }
    void text(std::string_view name, std::string_view value) {
        append_json_string((*this)(name), value);
    }

  private:
    std::string& out_;
    bool first_ = true;
};

/// A list with one entry a line; `append(out, entry)` writes an entry.
template <class Entries, class Append>
void append_json_lines(std::string& out, const Entries& entries, Append append) {
    out += '[';
    bool first = true;
    for (const auto& entry : entries) {
        out += first ? "\n" : ",\n";
        first = false;
        append(out, entry);
    }
    out += first ? "]" : "\n]";
}

/// Strings, one a line.
template <class Texts>
void append_json_texts(std::string& out, const Texts& texts) {
    append_json_lines(
        out, texts, [](std::string& to, const std::string& text) { append_json_string(to, text); });
}

}  // namespace hopbench::reporting
