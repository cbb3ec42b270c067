#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.hpp"
#include "harness/model/report.hpp"

namespace hopbench {

struct CompareOptions {
    std::map<MarginKind, double> margins =
        {};  ///< ε that replace the report's: 0.05 is 5 %, 0 allowed
    std::optional<double> session_sd = {};  ///< stated session-to-session sd: 0.02 is 2 %
    bool require_conclusive = false;        ///< exit 3 when a group stays inconclusive
    std::uint64_t seed = 1;                 ///< of the sign flips above 14 blocks
};

/// Variants inside one report, paired by block.
///
/// `base` empty: the variant with Role::baseline. `heads` empty: every candidate. All contrasts and
/// the negative control are one family for the groups and one for the cells. A block counts for a
/// cell when both sides have at least one usable invocation in it. Throws usage_error for unknown
/// names and margins that are negative or not finite.
[[nodiscard]] Comparison compare_variants(const Report& run, const std::string& base,
                                          const std::vector<std::string>& heads,
                                          const CompareOptions& options);

/// Separate reports, each one session of its side: Welch on session means.
///
/// Of every report the baseline variant is taken, or its only one. A cell is compared when every
/// session of both sides has it. Source labels are Report::volatile_part.directory. Throws
/// usage_error for an empty side, a report without such a variant, or an impossible option.
[[nodiscard]] Comparison compare_reports(const std::vector<Report>& base,
                                         const std::vector<Report>& head,
                                         const CompareOptions& options);

}  // namespace hopbench
