#include "harness/model/case_name.hpp"

#include <charconv>

namespace hopbench {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Cuts the next `/`-separated part off the front.
std::string_view next_part(std::string_view& rest) {
    const auto slash = rest.find('/');
    const auto part = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
    return part;
}

/// Sets an axis once; false on a repeated axis or a value that is no number.
template <class Number>
bool set_axis(std::optional<Number>& axis, std::string_view value) {
    if (axis) return false;
    axis = parse_number<Number>(value);
    return axis.has_value();
}

/// One pattern with `*` and `?`; linear in text × stars, no recursion.
bool glob_match_one(std::string_view pattern, std::string_view text) noexcept {
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p, ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace

std::string format_case_name(const CaseName& name) {
    std::string text = name.family + "/" + name.method;
    if (name.src) text += "/src:" + std::to_string(*name.src);
    if (name.dst) text += "/dst:" + std::to_string(*name.dst);
    if (name.ranks) text += "/ranks:" + std::to_string(*name.ranks);
    if (name.bytes) text += "/bytes:" + std::to_string(*name.bytes);
    if (name.node) text += "/node:" + std::to_string(*name.node);
    return text;
}

std::optional<CaseName> parse_case_name(std::string_view text) {
    CaseName name;
    std::string_view rest = text;
    name.family = next_part(rest);
    name.method = next_part(rest);
    if (name.family.empty() || name.method.empty()) return std::nullopt;
    while (!rest.empty()) {
        const auto part = next_part(rest);
        const auto colon = part.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const auto axis = part.substr(0, colon), value = part.substr(colon + 1);
        const bool known = axis == "src"     ? set_axis(name.src, value)
                           : axis == "dst"   ? set_axis(name.dst, value)
                           : axis == "ranks" ? set_axis(name.ranks, value)
                           : axis == "bytes" ? set_axis(name.bytes, value)
                           : axis == "node"  ? set_axis(name.node, value)
                                             : false;
        if (!known) return std::nullopt;
    }
    if (format_case_name(name) != text) return std::nullopt;
    return name;
}

bool glob_match(std::string_view patterns, std::string_view text) noexcept {
    for (;;) {
        const auto comma = patterns.find(',');
        if (glob_match_one(patterns.substr(0, comma), text)) return true;
        if (comma == std::string_view::npos) return false;
        patterns.remove_prefix(comma + 1);
    }
}

}  // namespace hopbench
