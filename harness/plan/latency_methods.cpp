#include "harness/plan/case_catalogue.hpp"

namespace hopbench {

std::vector<CaseMethod> latency_methods() {
    const Sizes some{4, 4096, 65536, 1048576};
    const Sizes all{4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576};
    const BySuite<Sizes> sizes{some, all, all};
    return {
        {.family = "latency",
         .method = "oneshot",
         .executable = "hopbench-latency",
         .direction = "push",
         .engine = "ce",
         .what = "one peer copy at a time, timed by the host clock",
         .sizes = sizes,
         .metrics = {{.name = "completion",
                      .unit = "s",
                      .what = "from before the enqueue call until the host sees the end"},
                     {.name = "enqueue", .unit = "s", .what = "until the enqueue call returned"}},
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
         .what = "peer copies back to back behind a gate, timed by device events: the slope "
                 "between windows of K and 2K copies (an inverse rate, no latency)",
         .sizes = sizes,
         .metrics = {{.name = "issue_interval", .unit = "s", .what = "time per copy"}},
         .repetitions = {{{.warmup = 2, .samples = 20},
                          {.warmup = 2, .samples = 50},
                          {.warmup = 2, .samples = 100}}},
         .hardware = {.fixed = 2e-3, .each = 700e-6, .per_byte = 6e-10},
         .simulated = {.fixed = 100e-6, .fixed_per_byte = 1.45e-8, .each = 12e-6}},
    };
}

}  // namespace hopbench
