#include "harness/run/environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "harness/plan/block_order.hpp"
#include "harness/plan/variants.hpp"

namespace hopbench {
namespace {

constexpr std::array<std::string_view, 19> not_recorded{"HOPBENCH_PAD",
                                                        "HOPBENCH_SIM_SEED",
                                                        "HOPBENCH_SIM_SESSION_SEED",
                                                        "HOPBENCH_SIM_T0",
                                                        "HOPBENCH_SIM_ROOT",
                                                        "HOPBENCH_SIM_MODEL",
                                                        "HOPBENCH_SIM_KERNELS",
                                                        "HOPBENCH_SIM_DIR",
                                                        "HOPBENCH_SIM_BIND",
                                                        "HOPBENCH_SIM_ANYWAY",
                                                        "HOPBENCH_SIM_SET",
                                                        "HOPBENCH_BENCH_DIR",
                                                        "CUDA_HOME",
                                                        "CUDA_PATH",
                                                        "CUDA_ROOT",
                                                        "CUDA_BIN_PATH",
                                                        "CUDA_CACHE_PATH",
                                                        "CUDA_TOOLKIT_ROOT_DIR",
                                                        "CUDA_INC_PATH"};

/// Left behind by a run by hand; every job gets its own.
constexpr std::array<std::string_view, 7> cleared{
    "HOPBENCH_PAD",      "HOPBENCH_SIM_SEED",  "HOPBENCH_SIM_SESSION_SEED", "HOPBENCH_SIM_T0",
    "HOPBENCH_SIM_BIND", "HOPBENCH_BENCH_DIR", "HOPBENCH_SIM_DIR"};

void put_in_front(Environment& environment, const std::string& name, const std::string& value) {
    auto& old = environment[name];
    // The stack's value may end in the old one already.
    old = old.empty() || value == old || value.ends_with(":" + old) ? value : value + ":" + old;
}

}  // namespace

Environment own_environment() {
    Environment result;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=', 1);
        if (equals != text.npos) result.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return result;
}

Environment recorded_environment(const Environment& environment) {
    Environment result{{"CUDA_MODULE_LOADING", "EAGER"}};
    for (const auto& [name, value] : environment) {
        const bool allowed =
            name.starts_with("NCCL_") || name.starts_with("CUDA_") || name.starts_with("HOPBENCH_");
        if (allowed &&
            std::find(not_recorded.begin(), not_recorded.end(), name) == not_recorded.end())
            result.emplace(name, value);
    }
    return result;
}

Environment variant_environment(const Environment& own, const Variant& variant,
                                const Environment& simulation) {
    Environment result = own;
    for (const auto name : cleared) result.erase(std::string(name));
    // Google Benchmark takes its options from there too: a filter would lose cases, repetitions
    // measure each of them again. A variant may still set one.
    std::erase_if(result, [](const auto& entry) { return entry.first.starts_with("BENCHMARK_"); });
    // Lazy loading behind a spinning gate deadlocks.
    result["CUDA_MODULE_LOADING"] = "EAGER";
    for (const auto& [name, value] : variant.settings)
        result[name] =
            name == "HOPBENCH_SIM_SET" ? join_sim_set(result["HOPBENCH_SIM_SET"], value) : value;
    for (const auto& [name, value] : simulation) {
        if (name == "LD_PRELOAD" || name == "LD_LIBRARY_PATH")
            put_in_front(result, name, value);
        else
            result[name] = value;
    }
    return result;
}

void add_invocation_variables(Environment& environment, const SeedSource& seeds,
                              const SimulatedInvocation& invocation, bool simulated) {
    environment["HOPBENCH_PAD"] = std::string(pad_bytes(seeds, invocation.block), 'x');
    if (!simulated) return;
    environment["HOPBENCH_SIM_SEED"] =
        std::to_string(invocation_seed(seeds, invocation.block, invocation.position));
    environment["HOPBENCH_SIM_SESSION_SEED"] = std::to_string(session_seed(seeds));
    environment["HOPBENCH_SIM_T0"] =
        std::to_string(static_cast<long long>(invocation.start_seconds));
    environment["HOPBENCH_SIM_BIND"] = simulated_binding(invocation.bound_to);
}

std::string simulated_binding(const ResolvedBinding& binding) {
    if (binding.nodes.empty()) return "none";
    std::string text = "nodes:";
    for (std::size_t i = 0; i < binding.nodes.size(); ++i)
        text.append(i == 0 ? "" : ",").append(std::to_string(binding.nodes[i]));
    return text;
}

Treatment treatment_of(const Variant& variant, bool simulated) {
    std::string names;
    for (const auto& [name, value] : variant.settings) {
        if (name == "HOPBENCH_SIM_SET" && !simulated)
            return {.applied = false,
                    .evidence = "HOPBENCH_SIM_SET has no effect on real hardware"};
        names.append(names.empty() ? "" : ", ").append(name);
    }
    if (!variant.uses.empty())
        return {.applied = false, .evidence = "what NCCL perceived is not known"};
    if (names.empty()) return {.applied = true, .evidence = "no settings"};
    return {
        .applied = true,
        .evidence = names + " set before exec in every job; whether anything read it is not known"};
}

}  // namespace hopbench
