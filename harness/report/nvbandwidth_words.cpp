#include <algorithm>
#include <charconv>
#include <cmath>

#include "harness/report/nvbandwidth_log.hpp"
#include "harness/report/report_limits.hpp"

namespace hopbench::reporting {
namespace {

/// Rounding of 16-digit sums apart, a sum is off by no more than its digits and its terms'.
constexpr double slack = 1e-9;

bool is_hex(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

/// "00000001:81:00" → "0001:81:00.0"; empty for anything else.
std::string address_of(std::string_view text) {
    if (text.size() != 14 || text[8] != ':' || text[11] != ':') return "";
    const auto domain = text.substr(0, 8), bus = text.substr(9, 2), device = text.substr(12, 2);
    if (!is_hex(domain) || !is_hex(bus) || !is_hex(device)) return "";
    const bool wide = domain.substr(0, 4) != "0000";
    std::string bdf(wide ? domain : domain.substr(4));
    bdf += ':';
    bdf += bus;
    bdf += ':';
    bdf += device;
    return bdf + ".0";
}

}  // namespace

NvDevice parse_nvbandwidth_device(std::string_view text) {
    const auto open = text.rfind(" (");
    if (open != text.npos && text.ends_with(')'))
        if (auto bdf = address_of(text.substr(open + 2, text.size() - open - 3)); !bdf.empty())
            return {.name = std::string(text.substr(0, open)), .bdf = std::move(bdf)};
    return {.name = std::string(text), .bdf = ""};
}

bool parse_nvbandwidth_value(std::string_view word, int digits, std::optional<NvValue>& value) {
    value.reset();
    if (word == "N/A") return true;
    if (word.empty() || word.find_first_not_of("0123456789.e+-") != word.npos) return false;
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) return false;
    if (!(number >= 0 && number <= max_magnitude)) return false;
    const auto point = word.find('.');
    const auto decimals = point == word.npos ? 0.0 : static_cast<double>(word.size() - point - 1);
    double quantum = std::pow(10.0, -decimals);
    if (digits > 0)
        quantum = number > 0 ? std::pow(10.0, std::floor(std::log10(number)) - (digits - 1)) : 0;
    value = NvValue{.value = number, .quantum = quantum};
    return true;
}

std::string check_nvbandwidth_sum(const NvMatrix& matrix, const NvValue& sum) {
    double total = 0, tolerance = sum.quantum;
    for (const auto& row : matrix)
        for (const auto& value : row)
            if (value) total += value->value, tolerance += value->quantum / 2;
    if (std::abs(total - sum.value) <= tolerance + slack * total) return "";
    return "the matrix does not add up to the sum printed below it: it is damaged or cut";
}

std::string_view find_nvbandwidth_json(std::string_view text) {
    const auto version = text.find("nvbandwidth Version:");
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins_line = at == 0 || text[at - 1] == '\n';
        const auto first = begins_line ? text.find_first_not_of(" \t\r", at) : text.npos;
        if (first != text.npos && text[first] == '{') {
            if (version < first) return {};
            const auto end = text.rfind('}');
            // A cut document is one too: its parser says where it ends.
            return text.substr(first,
                               end == text.npos || end < first ? text.npos : end - first + 1);
        }
        at = text.find('\n', at);
        if (at == text.npos) break;
    }
    return {};
}

}  // namespace hopbench::reporting
