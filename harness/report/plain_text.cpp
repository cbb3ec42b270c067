#include "harness/report/plain_text.hpp"

#include <cstdint>

namespace hopbench::reporting {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 1;
    bool valid = false;
};

/// The code point at the beginning of `text`, which is not empty.
CodePoint decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {.value = lead, .length = 1, .valid = true};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (length == 0 || lead > 0xF4 || length > text.size()) return {};
    std::uint32_t value = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        value = value << 6 | (byte(i) & 0x3Fu);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
    return {.value = value, .length = length, .valid = true};
}

bool is_harmless(std::uint32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
    const bool direction =
        c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return !control && !direction;
}

}  // namespace

std::string plain_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto c = decode(text);
        if (c.valid && is_harmless(c.value))
            out += text.substr(0, c.length);
        else if (c.valid && c.value == '\t')
            out += ' ';
        else
            out += replacement;
        text.remove_prefix(c.length);
    }
    return out;
}

std::string one_line(std::string_view text, std::size_t width) {
    std::string line(text);
    for (char& c : line)
        if (c == '\n' || c == '\r') c = ' ';
    return shortened(plain_text(line), width);
}

std::string quoted(std::string_view text) {
    std::string out(1, '"');
    out += plain_text(text);
    out += '"';
    return out;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (; !text.empty(); ++width) text.remove_prefix(decode(text).length);
    return width;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (display_width(text) <= width || width == 0) return std::string(text);
    std::string out;
    for (std::size_t used = 0; used + 1 < width; ++used) {
        const auto length = decode(text).length;
        out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out + "…";
}

}  // namespace hopbench::reporting
