#include "bench/allreduce/catalogue.hpp"

#include <array>

namespace hopbench {

Catalogue allreduce_catalogue() noexcept {
    static constexpr std::array cases{
        CaseDefinition{.family = "allreduce",
                       .method = "out_of_place",
                       .version = 1,
                       .default_warmup = 1,
                       .default_samples = 20,
                       .summary = "time an all-reduce of floats, gated slope, slowest rank",
                       .run = run_out_of_place,
                       .axes = {.src = false, .dst = false, .ranks = true}},
        CaseDefinition{.family = "allreduce",
                       .method = "sizes",
                       .version = 1,
                       .default_warmup = 0,
                       .default_samples = 1,
                       .summary = "8 B to 64 MiB once each, every rank's result checked, not timed",
                       .run = run_sizes,
                       .axes = {.src = false, .dst = false, .ranks = true, .bytes = false}},
    };
    return cases;
}

}  // namespace hopbench
