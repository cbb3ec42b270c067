#include "harness/run/exclusions.hpp"

#include "harness/plan/variants.hpp"

namespace hopbench {
namespace {

bool may_not_end(Status status) {
    return status == Status::hung || status == Status::wedged || status == Status::crashed_host;
}

Exclusion exclusion(Status status, const std::string& what) {
    const bool host = status == Status::crashed_host;
    return {.status = host ? Status::crashed_host : Status::hung,
            .reason = "not measured: " + what +
                      (host ? " took the machine down before the blocks"
                            : " did not end before the blocks")};
}

template <class Key>
const Exclusion* find_in(const std::map<Key, Exclusion>& exclusions, const Key& key) {
    const auto found = exclusions.find(key);
    return found == exclusions.end() ? nullptr : &found->second;
}

}  // namespace

Exclusions::Exclusions(const std::vector<Capability>& capabilities,
                       const std::vector<NcclEvidence>& nccl, int ranks)
    : ranks_(ranks) {
    for (const auto& one : capabilities)
        if (may_not_end(one.status))
            pairs_.try_emplace({one.src, one.dst},
                               exclusion(one.status, "p2p/" + one.step + " of this pair"));
    for (const auto& one : nccl)
        if (may_not_end(one.status))
            collectives_.try_emplace(
                one.variant,
                exclusion(one.status, "allreduce/sizes of these ranks under this variant"));
}

const Exclusion* Exclusions::find(const CaseName& name, const std::string& variant) const {
    if (name.ranks) {
        if (*name.ranks != ranks_) return nullptr;
        return find_in(collectives_,
                       variant == control_name ? std::string(baseline_name) : variant);
    }
    if (!name.src || !name.dst || name.family == "staged") return nullptr;
    const auto* there = find_in(pairs_, {*name.src, *name.dst});
    const bool both = name.method.ends_with("_bidir");
    return there || !both ? there : find_in(pairs_, {*name.dst, *name.src});
}

std::vector<PlannedCase> Exclusions::without_excluded(std::vector<PlannedCase> cases,
                                                      const std::string& variant) const {
    std::erase_if(cases, [&](const PlannedCase& one) { return find(one.name, variant); });
    return cases;
}

}  // namespace hopbench
