#include "harness/report/nccl_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "harness/report/plain_text.hpp"
#include "harness/report/report_limits.hpp"

namespace hopbench::reporting {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view word) {
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

bool is_absent(std::string_view word) {
    return word == "N/A" || word == "-";
}

bool is_time(std::string_view name) {
    return name == "time" || name == "cputime";
}

/// A printed time in µs, exactly as the digits say, and the worth of its last digit.
bool parse_time(std::string_view word, NcclMeasurement& result) {
    if (word.find_first_not_of("0123456789.") != std::string_view::npos) return false;
    const auto seconds = parse_number<double>(std::string(word) + "e-6");
    if (!seconds || *seconds > max_magnitude) return false;
    const auto point = word.find('.');
    const auto decimals = point == std::string_view::npos ? 0 : word.size() - point - 1;
    const auto quantum = parse_number<double>("1e-" + std::to_string(6 + decimals));
    if (!quantum) return false;
    result.seconds = *seconds;
    result.quantum = *quantum;
    return true;
}

bool parse_bandwidth(std::string_view word, double& result) {
    const auto value = parse_number<double>(word);
    if (!value || !std::isfinite(*value) || *value < 0) return false;
    result = *value;
    return true;
}

/// "#wrong" counts; the older "error" is a deviation, of which only zero says something.
bool parse_wrong(std::string_view word, bool is_deviation, NcclMeasurement& result) {
    if (is_absent(word)) return true;
    const auto value = parse_number<double>(word);
    if (!value || *value < 0 || *value > 1e18) return false;
    if (!is_deviation)
        result.wrong = static_cast<std::uint64_t>(*value);
    else
        result.wrong = *value > 0 ? 1 : 0;
    return true;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
    std::vector<std::string_view> words;
    constexpr std::string_view blanks = " \t\r";
    for (auto at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    return words;
}

std::optional<NcclTable> NcclTable::from_header(const std::vector<std::string_view>& words) {
    if (words.size() < 6 || words[0] != "#" || words[1] != "size" || words[2] != "count" ||
        words[3] != "type")
        return std::nullopt;
    NcclTable table;
    const auto first_time = std::find_if(words.begin(), words.end(), is_time);
    if (first_time == words.end()) return std::nullopt;
    table.left_.assign(words.begin() + 1, first_time);
    table.right_.assign(first_time, words.end());
    table.old_errors_ =
        std::find(table.right_.begin(), table.right_.end(), "error") != table.right_.end();
    return table;
}

bool NcclTable::begins_row(const std::vector<std::string_view>& words) {
    return words.size() >= 3 && parse_number<std::uint64_t>(words[0]) &&
           parse_number<std::uint64_t>(words[1]) &&
           std::isalpha(static_cast<unsigned char>(words[2][0])) != 0;
}

std::size_t NcclTable::row_size(const std::vector<std::string_view>& words) const {
    const bool has_redop = std::find(left_.begin(), left_.end(), "redop") != left_.end();
    const bool blank = has_redop && words.size() > 3 && parse_number<double>(words[3]);
    return left_.size() + right_.size() - (blank ? 1 : 0);
}

std::string NcclTable::parse(const std::vector<std::string_view>& words, NcclRow& row) const {
    const std::size_t left_words = words.size() - right_.size();
    const bool blank_redop = left_words < left_.size();
    std::size_t at = 0;
    for (const auto& name : left_) {
        if (blank_redop && name == "redop") continue;
        const auto word = words[at++];
        if (name == "size") {
            const auto bytes = parse_number<std::uint64_t>(word);
            if (!bytes) return quoted(word) + " is no size";
            row.bytes = *bytes;
        } else if (name == "type") {
            row.type = word;
        } else if (name == "redop") {
            row.redop = word == "none" ? "" : word;
        } else if (name == "root") {
            const auto root = parse_number<int>(word);
            if (!root) return quoted(word) + " is no root";
            if (*root >= 0) row.root = *root;
        }
    }
    int side = -1;
    std::optional<NcclMeasurement>* current = nullptr;
    for (const auto& name : right_) {
        const auto word = words[at++];
        const auto bad = [&] { return quoted(word) + " is no value of " + name; };
        if (is_time(name)) {
            if (++side > 1) return "has more than two time columns";
            row.cpu_time = name == "cputime";
            current = side == 0 ? &row.out_of_place : &row.in_place;
            NcclMeasurement measurement;
            if (is_absent(word)) continue;
            if (!parse_time(word, measurement)) return bad();
            *current = measurement;
        } else if (!*current) {
            continue;
        } else if (name == "algbw") {
            if (!parse_bandwidth(word, (*current)->algbw)) return bad();
        } else if (name == "busbw") {
            if (!parse_bandwidth(word, (*current)->busbw)) return bad();
        } else if (name == "error" || name == "#wrong") {
            if (!parse_wrong(word, name == "error", **current)) return bad();
        }
    }
    return "";
}

}  // namespace hopbench::reporting
