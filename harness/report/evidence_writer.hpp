#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

void append_verification(std::string& out, const VerificationRecord& verification);

/// Appends the capabilities as a list with one line per run of equal steps. A line holds parallel
/// arrays over its pairs; what pairs have in common (reasons, verifications) is written once.
/// A note that a pair lacks, or that is not finite, is null.
void append_capabilities(std::string& out, const std::vector<Capability>& capabilities);

/// Appends what NCCL made of the topology, one line a variant.
void append_nccl(std::string& out, const std::vector<NcclEvidence>& nccl);

}  // namespace hopbench::reporting
