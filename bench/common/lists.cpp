#include "bench/common/lists.hpp"

#include <charconv>
#include <optional>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

constexpr std::uint64_t max_size = std::uint64_t{16} << 30;
constexpr int max_device = 1023;

/// A whole number at the start of `text`, which is cut off; nullopt when there is none.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<int> shift_of(std::string_view suffix) {
    if (suffix.empty() || suffix == "B") return 0;
    if (suffix == "K" || suffix == "KiB") return 10;
    if (suffix == "M" || suffix == "MiB") return 20;
    if (suffix == "G" || suffix == "GiB") return 30;
    return std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view word) {
    const auto number = take_number<std::uint64_t>(word);
    const auto shift = shift_of(word);
    if (!number || !shift || *number > max_size >> *shift) return std::nullopt;
    return *number << *shift;
}

std::vector<std::pair<int, int>> parse_pair(std::string_view word) {
    const auto source = take_number<int>(word);
    if (!source || word.empty() || word.front() != ':') return {};
    word.remove_prefix(1);
    const auto destination = take_number<int>(word);
    const auto valid = [](const auto& index) {
        return index && *index >= 0 && *index <= max_device;
    };
    if (!valid(source) || !valid(destination) || !word.empty()) return {};
    return {{*source, *destination}};
}

/// One size, or "8..1M".
std::vector<std::uint64_t> parse_sizes(std::string_view word) {
    const auto dots = word.find("..");
    const auto first = parse_size(word.substr(0, dots));
    if (!first) return {};
    if (dots == std::string_view::npos) return {*first};
    const auto last = parse_size(word.substr(dots + 2));
    std::vector<std::uint64_t> sizes;
    if (!last || *first == 0) return sizes;
    for (std::uint64_t size = *first; size <= *last; size *= 2) sizes.push_back(size);
    return sizes;
}

/// One number, or "0-3".
std::vector<int> parse_numbers(std::string_view word) {
    const auto first = take_number<int>(word);
    if (!first || *first < 0) return {};
    std::optional<int> last = first;
    if (!word.empty()) {
        if (word.front() != '-') return {};
        word.remove_prefix(1);
        last = take_number<int>(word);
    }
    std::vector<int> numbers;
    if (!last || !word.empty() || *last > max_device) return numbers;
    for (int number = *first; number <= *last; ++number) numbers.push_back(number);
    return numbers;
}

/// `parse`: the values of one word; none where it cannot be used.
template <class Value>
std::vector<Value> parse_list(std::string_view text, std::vector<Value> (*parse)(std::string_view),
                              const char* option, const char* remedy) {
    std::vector<Value> values;
    while (true) {
        const auto comma = text.find(',');
        const auto word = text.substr(0, comma);
        const auto parsed = parse(word);
        if (parsed.empty())
            throw usage_error(option, "\"" + std::string(word) + "\" can't be used", remedy);
        values.insert(values.end(), parsed.begin(), parsed.end());
        if (comma == std::string_view::npos) return values;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

std::vector<std::uint64_t> parse_size_list(std::string_view text) {
    return parse_list<std::uint64_t>(text, parse_sizes, "--sizes",
                                     "give bytes up to 16G, as in 4,64KiB,1M or 8..1M");
}

std::vector<std::pair<int, int>> parse_pair_list(std::string_view text) {
    return parse_list<std::pair<int, int>>(text, parse_pair, "--pairs",
                                           "give SOURCE:DESTINATION, as in 0:1,1:0, or all");
}

std::vector<int> parse_number_list(std::string_view text, const char* option) {
    return parse_list<int>(text, parse_numbers, option, "give numbers up to 1023, as in 0-3,7");
}

std::vector<std::pair<int, int>> all_ordered_pairs(int devices) {
    std::vector<std::pair<int, int>> pairs;
    for (int source = 0; source < devices; ++source)
        for (int destination = 0; destination < devices; ++destination)
            if (source != destination) pairs.emplace_back(source, destination);
    return pairs;
}

}  // namespace hopbench
