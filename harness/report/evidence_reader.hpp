#pragma once
// Included only by .cpp files that read JSON.
#include <vector>

#include "harness/model/report.hpp"
#include "harness/report/header_part.hpp"

namespace hopbench::reporting {

[[nodiscard]] VerificationRecord read_verification(const Part& part);

/// The lines of "capabilities", flattened. Throws Error (exit 2) where columns differ in length,
/// indexes lead past their table, or a value is out of range.
[[nodiscard]] std::vector<Capability> read_capabilities(const nlohmann::json& members,
                                                        const std::string& file);

/// The lines of "nccl".
[[nodiscard]] std::vector<NcclEvidence> read_nccl(const nlohmann::json& members,
                                                  const std::string& file);

}  // namespace hopbench::reporting
