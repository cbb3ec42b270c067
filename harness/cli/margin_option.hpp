#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/model/cell_key.hpp"

namespace CLI {
class App;
}

namespace hopbench::cli {

void add_margin_option(CLI::App& command, std::vector<std::string>& texts);

/// "latency=5" → 0.05 by kind. Throws Error (exit 2) naming the kinds.
[[nodiscard]] std::map<MarginKind, double> parse_margins(const std::vector<std::string>& texts);

/// A percentage from 0 to 1000 as a fraction; `option` names it in errors.
[[nodiscard]] double parse_percent(const std::string& text, const std::string& option);

}  // namespace hopbench::cli
