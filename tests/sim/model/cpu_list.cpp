#include "tests/sim/model/cpu_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <sstream>

namespace hopbench::sim {
namespace {

constexpr int kLargestCpu = 8191;

std::optional<int> parse_cpu(const std::string& text) {
    int value = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < 0 || value > kLargestCpu)
        return std::nullopt;
    return value;
}

}  // namespace

std::optional<std::vector<int>> parse_cpu_list(const std::string& text) {
    std::vector<int> cpus;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto dash = part.find('-');
        const auto first = parse_cpu(part.substr(0, dash));
        const auto last = dash == std::string::npos ? first : parse_cpu(part.substr(dash + 1));
        if (!first || !last || *last < *first) return std::nullopt;
        for (int cpu = *first; cpu <= *last; ++cpu) cpus.push_back(cpu);
    }
    if (cpus.empty()) return std::nullopt;
    return cpus;
}

std::string cpu_mask(const std::vector<int>& cpus) {
    const int highest = cpus.empty() ? 0 : *std::max_element(cpus.begin(), cpus.end());
    std::vector<std::uint32_t> words(static_cast<std::size_t>(highest) / 32 + 1);
    for (const int cpu : cpus)
        words[static_cast<std::size_t>(cpu) / 32] |= 1U << (static_cast<unsigned>(cpu) % 32);
    std::string text;
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        char digits[16];
        std::snprintf(digits, sizeof digits, "%s%08x", text.empty() ? "" : ",", *word);
        text += digits;
    }
    return text;
}

}  // namespace hopbench::sim
