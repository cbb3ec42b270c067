#pragma once
#include <nlohmann/json_fwd.hpp>

#include "harness/model/machine.hpp"

namespace hopbench {

/// The parts as in hopbench.machine/1, a JSON array with one fact a line: kind, id, and by fact's
/// name a list of {value, source} or {unreadable, source}.
[[nodiscard]] std::string parts_json(const Machine& machine);

/// The reverse, for facts that a child process has gathered. Throws Error (exit 2) naming `where`.
void add_parts(Machine& machine, const nlohmann::json& parts, const std::string& where);

}  // namespace hopbench
