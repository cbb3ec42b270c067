#include "harness/plan/bound_plans.hpp"

#include <algorithm>

#include "harness/plan/case_catalogue.hpp"
#include "harness/plan/case_groups.hpp"

namespace hopbench {
namespace {

std::vector<std::string> executables_in_order() {
    std::vector<std::string> names;
    for (const auto& method : case_catalogue())
        if (names.empty() || names.back() != method.executable)
            names.emplace_back(method.executable);
    return names;
}

ExecutablePlan& entry_for(std::vector<ExecutablePlan>& plans, const std::string& name,
                          const std::string& policy, const ResolvedBinding& binding) {
    const auto found = std::find_if(plans.begin(), plans.end(), [&](const ExecutablePlan& plan) {
        return plan.name == name && plan.binding == policy && plan.bound_to == binding;
    });
    if (found != plans.end()) return *found;
    return plans.emplace_back(
        ExecutablePlan{.name = name, .binding = policy, .bound_to = binding, .groups = {}});
}

}  // namespace

std::vector<ExecutablePlan> bound_plans(const PlanRequest& request,
                                        std::vector<std::string>& notes) {
    std::vector<ExecutablePlan> plans;
    for (const auto& name : executables_in_order()) {
        const auto groups = case_groups(request, name);
        for (const auto& policy : request.bindings) {
            bool left_out = false;
            for (const auto& group : groups) {
                const auto binding = resolve_binding(policy, group.leads, request.numa);
                left_out |= !binding;
                if (binding)
                    entry_for(plans, name, to_string(policy), *binding).groups.push_back(group);
            }
            if (left_out)
                notes.push_back(
                    "Collectives have no node farthest from them: they are not "
                    "measured under --bind " +
                    to_string(policy) + ".");
        }
    }
    return plans;
}

}  // namespace hopbench
