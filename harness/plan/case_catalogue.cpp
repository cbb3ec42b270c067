#include "harness/plan/case_catalogue.hpp"

namespace hopbench {
namespace {

constexpr std::array<CaseMethod, 2> catalogue{{
    {.family = "latency",
     .method = "oneshot",
     .executable = "hopbench-latency",
     .direction = "push",
     .engine = "ce",
     .what = "one peer copy at a time, timed by the host clock",
     .metric_storage =
         {{{.name = "completion",
            .unit = "s",
            .what = "from before the enqueue call until the host sees the end"},
           {.name = "enqueue", .unit = "s", .what = "until the enqueue call returned"}}},
     .metric_count = 2,
     .repetitions = {{{.warmup = 20, .samples = 20},
                      {.warmup = 20, .samples = 100},
                      {.warmup = 20, .samples = 500}}},
     .hardware = {.fixed = 1e-3, .each = 20e-6, .per_byte = 5e-11},
     .simulated = {.fixed = 50e-6, .fixed_per_byte = 1.1e-9, .each = 1.5e-6}},
    {.family = "latency",
     .method = "issue_interval",
     .executable = "hopbench-latency",
     .direction = "push",
     .engine = "ce",
     .what = "peer copies back to back behind a gate, timed by device events: the slope between "
             "windows of K and 2K copies (an inverse rate, no latency)",
     .metric_storage = {{{.name = "issue_interval", .unit = "s", .what = "time per copy"}, {}}},
     .metric_count = 1,
     .repetitions = {{{.warmup = 2, .samples = 20},
                      {.warmup = 2, .samples = 50},
                      {.warmup = 2, .samples = 100}}},
     .hardware = {.fixed = 2e-3, .each = 700e-6, .per_byte = 6e-10},
     .simulated = {.fixed = 100e-6, .fixed_per_byte = 1.45e-8, .each = 12e-6}},
}};

}  // namespace

std::span<const CaseMethod> case_catalogue() noexcept {
    return catalogue;
}

const CaseMethod* find_case_method(std::string_view family, std::string_view method) noexcept {
    for (const auto& entry : catalogue)
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
