#include "harness/topology/cpu_list.hpp"

#include <algorithm>
#include <charconv>

namespace hopbench {
namespace {

constexpr int max_number = 65535;  ///< above every kernel's CPU and node limits

std::optional<int> parse_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > max_number)
        return std::nullopt;
    return value;
}

}  // namespace

std::optional<std::vector<int>> parse_cpu_list(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
    std::vector<int> numbers;
    while (!text.empty()) {
        const auto comma = text.find(',');
        const auto part = text.substr(0, comma);
        const auto dash = part.find('-');
        const auto first = parse_number(part.substr(0, dash));
        const auto last = dash == part.npos ? first : parse_number(part.substr(dash + 1));
        if (!first || !last || *last < *first || comma + 1 == text.size()) return std::nullopt;
        for (int number = *first; number <= *last; ++number) numbers.push_back(number);
        text = comma == text.npos ? std::string_view{} : text.substr(comma + 1);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::string format_cpu_list(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(numbers[i]);
        if (last > i) text += '-' + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

}  // namespace hopbench
