#pragma once
#include <string>
#include <string_view>

namespace hopbench::reporting {

/// Numbers as people read them: times in µs, rates in GB/s, three digits, "–" for none.
[[nodiscard]] std::string format_value(double value, std::string_view unit);

/// The same without the unit and with given decimals, for tables; see screen_unit.
[[nodiscard]] std::string format_number(double value, std::string_view unit, int decimals);
/// Decimals that give the smallest of a table's values three digits, at most 3.
[[nodiscard]] int decimals_for(double smallest, std::string_view unit);
/// "µs" of "s", "GB/s" of "B/s", else the unit itself.
[[nodiscard]] std::string screen_unit(std::string_view unit);

/// "+14 %", "−0.32 %" of a fraction.
[[nodiscard]] std::string format_change(double fraction);
/// "5 %" of a fraction without sign.
[[nodiscard]] std::string format_percent(double fraction);

}  // namespace hopbench::reporting
