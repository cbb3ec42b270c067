#pragma once
#include <filesystem>
#include <string>

#include "harness/model/report.hpp"
#include "harness/report/durable_file.hpp"

namespace hopbench {

/// report.json as text: fixed key order, one cell a line, cells sorted by key, `volatile` the last
/// member and on a line of its own. A number that is not finite becomes null; where its invocation
/// gives no reason one is added. Throws Error (exit 2) when two cells have one key or the arrays
/// of a cell differ in length.
[[nodiscard]] std::string report_text(const Report& report);

/// Writes report_text durably. Never overwrites unless told so.
void write_report(const std::filesystem::path& file, const Report& report,
                  Overwrite overwrite = Overwrite::no);

}  // namespace hopbench
