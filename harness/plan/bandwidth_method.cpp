#include "harness/plan/bandwidth_method.hpp"

namespace hopbench {

BySuite<Sizes> bandwidth_sizes(std::uint64_t quick) {
    return {quick > 0 ? Sizes{quick} : Sizes{}, Sizes{16 * mebibyte, 64 * mebibyte},
            Sizes{16 * mebibyte, 64 * mebibyte, 256 * mebibyte}};
}

CaseMethod bandwidth_method(std::string_view family, std::string_view method,
                            std::string_view executable, const BandwidthCost& cost) {
    CaseMethod entry{.family = family,
                     .method = method,
                     .executable = executable,
                     .direction = {},
                     .engine = "ce",
                     .what = {},
                     .metrics = {{.name = "bandwidth",
                                  .unit = "B/s",
                                  .better = Better::higher,
                                  .margin_kind = MarginKind::bandwidth,
                                  .what = "bytes moved in all directions by the time they took"}},
                     .repetitions = {{{.warmup = 1, .samples = 20},
                                      {.warmup = 2, .samples = 20},
                                      {.warmup = 2, .samples = 50}}},
                     .hardware = {.fixed = 3e-3,
                                  .fixed_per_byte = 1e-9,
                                  .each = 100e-6,
                                  .per_byte = 3 / cost.bytes_per_second},
                     .simulated = {.fixed = 2e-3, .fixed_per_byte = cost.simulated_per_byte}};
    return entry;
}

}  // namespace hopbench
