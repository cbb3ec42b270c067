#include "harness/plan/case_catalogue.hpp"

namespace hopbench {

std::span<const CaseMethod> case_catalogue() {
    static const std::vector<CaseMethod> all = [] {
        std::vector<CaseMethod> methods;
        for (const auto family :
             {latency_methods, p2p_methods, staged_methods, hostcopy_methods, allreduce_methods})
            for (auto& method : family()) methods.push_back(std::move(method));
        return methods;
    }();
    return all;
}

const CaseMethod* find_case_method(std::string_view family, std::string_view method) {
    for (const auto& entry : case_catalogue())
        if (entry.family == family && entry.method == method) return &entry;
    return nullptr;
}

double start_seconds(bool simulated, std::size_t gpus) noexcept {
    return simulated ? 0.05 : 1.5 + 0.4 * static_cast<double>(gpus);
}

double case_seconds(const CaseMethod& method, bool simulated, std::uint64_t bytes,
                    Repetitions repetitions) noexcept {
    const CaseCost& cost = simulated ? method.simulated : method.hardware;
    const double count = repetitions.warmup + repetitions.samples;
    const auto size = static_cast<double>(bytes);
    return cost.fixed + size * cost.fixed_per_byte + count * (cost.each + size * cost.per_byte);
}

}  // namespace hopbench
