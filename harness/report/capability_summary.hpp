#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

/// The pairs of one step, as they come in the report.
struct StepSummary {
    std::string step;
    std::vector<const Capability*> pairs;
    std::map<Status, std::size_t> counts;
};
[[nodiscard]] std::vector<StepSummary> summarise_steps(const std::vector<Capability>& all);

/// What sources say against each other, and what ended badly: "ce_push corrupt although access was
/// granted: 0→3: 17 of 4096 bytes are wrong". One line a kind, with the pairs it concerns.
[[nodiscard]] std::vector<std::string> capability_findings(const std::vector<Capability>& all);

/// What the driver says of a pair before anything is tried; none where it was not asked.
[[nodiscard]] std::optional<bool> can_access(const Capability& attributes);

}  // namespace hopbench::reporting
