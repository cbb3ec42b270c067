// HOPBENCH_SIM_SET: assignments to fields of a model, "path=JSON;path=JSON;faults+={…}".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hopbench::sim {

// Applies the assignments to the model document in place. A path is a.b.0.c; "*" stands for every
// entry of a list. The new value must be of the type of the old one; a field must exist, except
// names of runtime functions in api_ns. "+=" appends to a list. A ";" inside strings, brackets or
// braces does not separate. Throws ModelError with the assignment's path as field.
void apply_assignments(nlohmann::json& model, const std::string& assignments);

}  // namespace hopbench::sim
