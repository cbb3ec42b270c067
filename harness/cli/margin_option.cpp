#include "harness/cli/margin_option.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

#include "harness/model/error.hpp"

namespace hopbench::cli {

void add_margin_option(CLI::App& command, std::vector<std::string>& texts) {
    command
        .add_option("--margin", texts,
                    "Differences below PERCENT are no news; KIND: latency (5),\n"
                    "bandwidth (2), allreduce (3), p99 (10). Repeat for more")
        ->allow_extra_args(false)
        ->type_name("KIND=PERCENT");
}

double parse_percent(const std::string& text, const std::string& option) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || stop != end || !(value >= 0 && value <= 1000))
        throw usage_error(option, "\"" + text + "\" is no percentage",
                          "use a number from 0 to 1000");
    return value / 100;
}

std::map<MarginKind, double> parse_margins(const std::vector<std::string>& texts) {
    std::map<MarginKind, double> margins;
    for (const auto& text : texts) {
        const auto equals = text.find('=');
        const auto kind = parse_margin_kind(text.substr(0, equals));
        if (!kind || equals == std::string::npos)
            throw usage_error("--margin " + text, "is no KIND=PERCENT",
                              "KIND is latency, bandwidth, allreduce or p99");
        margins[*kind] = parse_percent(text.substr(equals + 1), "--margin " + text);
    }
    return margins;
}

}  // namespace hopbench::cli
