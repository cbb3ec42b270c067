#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/report.hpp"
#include "harness/protocol/plan_file.hpp"

namespace hopbench {

/// Cases that are not measured because what they need has hung before the blocks: every one of them
/// would cost a deadline and the cases behind it.
class Exclusions {
  public:
    Exclusions() = default;
    /// Pairs of which a step hung or could not be ended.
    explicit Exclusions(const std::vector<Capability>& capabilities);

    /// Why the case is left out; nullopt: it is not. Transfers through explicit host buffers need
    /// no peer and stay.
    [[nodiscard]] std::optional<std::string> reason(const CaseName& name) const;

    [[nodiscard]] std::vector<PlannedCase> without_excluded(std::vector<PlannedCase> cases) const;

  private:
    std::map<std::pair<int, int>, std::string> reasons_;
};

}  // namespace hopbench
