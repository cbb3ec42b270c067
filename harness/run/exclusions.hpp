#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/report.hpp"
#include "harness/protocol/plan_file.hpp"

namespace hopbench {

/// Why a case is left out, and the status it has for that.
struct Exclusion {
    Status status = Status::hung;
    std::string reason;
};

/// Cases that are not measured because what they need has hung, or has taken the machine down,
/// before the blocks: every one of them would cost a deadline and the cases behind it.
class Exclusions {
  public:
    Exclusions() = default;
    /// Pairs of which a step did not end, and all-reduces over `ranks` GPUs, those of the evidence,
    /// under variants where that did not end.
    explicit Exclusions(const std::vector<Capability>& capabilities,
                        const std::vector<NcclEvidence>& nccl = {}, int ranks = 0);

    /// Null: the case is not left out. Transfers through explicit host buffers need no peer and
    /// stay; the control is what the baseline is.
    [[nodiscard]] const Exclusion* find(const CaseName& name, const std::string& variant) const;

    [[nodiscard]] std::vector<PlannedCase> without_excluded(std::vector<PlannedCase> cases,
                                                            const std::string& variant) const;

  private:
    std::map<std::pair<int, int>, Exclusion> pairs_;
    std::map<std::string, Exclusion> collectives_;  ///< by variant
    int ranks_ = 0;
};

}  // namespace hopbench
