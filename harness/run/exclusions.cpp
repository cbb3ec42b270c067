#include "harness/run/exclusions.hpp"

namespace hopbench {

Exclusions::Exclusions(const std::vector<Capability>& capabilities) {
    for (const auto& one : capabilities)
        if (one.status == Status::hung || one.status == Status::wedged)
            reasons_.try_emplace(
                {one.src, one.dst},
                "not measured: p2p/" + one.step + " of this pair did not end before the blocks");
}

std::optional<std::string> Exclusions::reason(const CaseName& name) const {
    if (!name.src || !name.dst || name.family == "staged") return std::nullopt;
    const bool both = name.method.ends_with("_bidir");
    auto found = reasons_.find({*name.src, *name.dst});
    if (found == reasons_.end() && both) found = reasons_.find({*name.dst, *name.src});
    if (found == reasons_.end()) return std::nullopt;
    return found->second;
}

std::vector<PlannedCase> Exclusions::without_excluded(std::vector<PlannedCase> cases) const {
    if (!reasons_.empty())
        std::erase_if(cases, [&](const PlannedCase& one) { return reason(one.name).has_value(); });
    return cases;
}

}  // namespace hopbench
