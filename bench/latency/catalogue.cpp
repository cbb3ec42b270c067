#include "bench/latency/catalogue.hpp"

#include <array>

namespace hopbench {

Catalogue latency_catalogue() noexcept {
    static constexpr std::array cases{
        CaseDefinition{.family = "latency",
                       .method = "oneshot",
                       .version = 1,
                       .default_warmup = 20,
                       .default_samples = 500,
                       .summary = "one peer copy: enqueue call and completion, host clock",
                       .run = run_oneshot},
        CaseDefinition{
            .family = "latency",
            .method = "issue_interval",
            .version = 1,
            .default_warmup = 1,
            .default_samples = 50,
            .summary = "time a copy in a queue of peer copies, gated slope, device events",
            .run = run_issue_interval},
    };
    return cases;
}

}  // namespace hopbench
