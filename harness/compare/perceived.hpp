#pragma once
#include <string>
#include <vector>

#include "harness/compare/gating.hpp"

namespace hopbench::compare {

/// What the two sides made of the machine, for people: it explains verdicts and decides none.
/// "NCCL: path PHB → SYS, channels 4 → 2, Simple from 4 MiB → 4 KiB, search fell back"; of two
/// reports also the capabilities of pairs that differ. Empty where nothing is known of either side.
[[nodiscard]] std::vector<std::string> perceived_differences(const Side& base, const Side& head);

/// The same, but silent where both sides perceive alike or one is not known.
[[nodiscard]] std::vector<std::string> perceived_changes(const Side& base, const Side& head);

}  // namespace hopbench::compare
