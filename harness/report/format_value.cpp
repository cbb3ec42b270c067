#include "harness/report/format_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hopbench::reporting {
namespace {

/// What the value is multiplied with for the screen.
double screen_factor(std::string_view unit) {
    if (unit == "s") return 1e6;
    return unit == "B/s" ? 1e-9 : 1;
}

int decimals_of(double magnitude, int most) {
    if (!std::isfinite(magnitude) || magnitude <= 0) return 0;
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(magnitude))), 0, most);
}

}  // namespace

std::string screen_unit(std::string_view unit) {
    if (unit == "s") return "µs";
    return unit == "B/s" ? "GB/s" : std::string(unit);
}

int decimals_for(double smallest, std::string_view unit) {
    return decimals_of(std::abs(smallest * screen_factor(unit)), 3);
}

std::string format_number(double value, std::string_view unit, int decimals) {
    if (!std::isfinite(value)) return "–";
    return fmt::format("{:.{}f}", value * screen_factor(unit), decimals);
}

std::string format_value(double value, std::string_view unit) {
    if (!std::isfinite(value)) return "–";
    const int decimals = decimals_of(std::abs(value * screen_factor(unit)), 5);
    return format_number(value, unit, decimals) + " " + screen_unit(unit);
}

std::string format_change(double fraction) {
    if (!std::isfinite(fraction)) return "–";
    const double percent = std::abs(fraction) * 100;
    const int decimals = percent >= 9.95 ? 0 : percent >= 0.995 ? 1 : 2;
    const auto digits = fmt::format("{:.{}f}", percent, decimals);
    const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
    return (is_zero ? "" : fraction < 0 ? "−" : "+") + digits + " %";
}

std::string format_percent(double fraction) {
    if (!std::isfinite(fraction)) return "–";
    return fmt::format("{:.2g} %", fraction * 100);
}

}  // namespace hopbench::reporting
