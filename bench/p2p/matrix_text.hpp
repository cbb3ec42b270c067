#pragma once
#include <span>
#include <string>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// What every pair can do, as people read it: for each step a word where all pairs agree, else a
/// matrix, source by destination; then every reason with the pairs it holds for.
[[nodiscard]] std::string capability_text(const SamplesHeader& header,
                                          std::span<const CaseRecord> records);

}  // namespace hopbench
