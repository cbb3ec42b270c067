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

std::optional<std::pair<int, int>> parse_pair(std::string_view word) {
    const auto source = take_number<int>(word);
    if (!source || word.empty() || word.front() != ':') return std::nullopt;
    word.remove_prefix(1);
    const auto destination = take_number<int>(word);
    const auto valid = [](const auto& index) {
        return index && *index >= 0 && *index <= max_device;
    };
    if (!valid(source) || !valid(destination) || !word.empty()) return std::nullopt;
    return std::pair(*source, *destination);
}

template <class Value>
std::vector<Value> parse_list(std::string_view text,
                              std::optional<Value> (*parse)(std::string_view), const char* option,
                              const char* remedy) {
    std::vector<Value> values;
    while (true) {
        const auto comma = text.find(',');
        const auto word = text.substr(0, comma);
        const auto value = parse(word);
        if (!value)
            throw usage_error(option, "\"" + std::string(word) + "\" can't be used", remedy);
        values.push_back(*value);
        if (comma == std::string_view::npos) return values;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

std::vector<std::uint64_t> parse_size_list(std::string_view text) {
    return parse_list<std::uint64_t>(text, parse_size, "--sizes",
                                     "give bytes up to 16G, as in 4,64KiB,1M");
}

std::vector<std::pair<int, int>> parse_pair_list(std::string_view text) {
    return parse_list<std::pair<int, int>>(text, parse_pair, "--pairs",
                                           "give SOURCE:DESTINATION, as in 0:1,1:0, or all");
}

std::vector<std::pair<int, int>> all_ordered_pairs(int devices) {
    std::vector<std::pair<int, int>> pairs;
    for (int source = 0; source < devices; ++source)
        for (int destination = 0; destination < devices; ++destination)
            if (source != destination) pairs.emplace_back(source, destination);
    return pairs;
}

}  // namespace hopbench
