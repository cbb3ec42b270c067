#include "harness/compare/wording.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hopbench::compare {

std::string percent(double fraction) {
    return std::isfinite(100 * fraction) ? fmt::format("{:.3g} %", 100 * fraction) : "∞ %";
}

std::string signed_percent(double theta) {
    const double change = 100 * std::expm1(theta);
    return std::isfinite(change) ? fmt::format("{:+.3g} %", change) : "+∞ %";
}

std::string count_of(std::size_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string join(std::span<const std::string> words, const std::string& separator) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
    return text;
}

void add_once(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end())
        lines.push_back(std::move(line));
}

}  // namespace hopbench::compare
