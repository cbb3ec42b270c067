#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

/// Fills everything of the report but its cells from the top-level members. Throws Error (exit 2).
void read_header(const nlohmann::json& members, const std::string& file, Report& report);

/// Throws Error (exit 2) unless this is a report of a major version that this program reads.
void check_version(const nlohmann::json& members, const std::string& file);

/// Is this a top-level member that read_header wants?
[[nodiscard]] bool is_header_member(const std::string& name);

}  // namespace hopbench::reporting
