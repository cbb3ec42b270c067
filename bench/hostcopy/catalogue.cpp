#include "bench/hostcopy/catalogue.hpp"

#include <array>

namespace hopbench {

Catalogue hostcopy_catalogue() noexcept {
    static constexpr std::array cases{
        CaseDefinition{.family = "hostcopy",
                       .method = "h2d",
                       .version = 1,
                       .default_warmup = 1,
                       .default_samples = 20,
                       .summary = "pinned host memory to GPU, gated slope, device events",
                       .run = run_h2d,
                       .axes = {.src = false, .node = true}},
        CaseDefinition{.family = "hostcopy",
                       .method = "d2h",
                       .version = 1,
                       .default_warmup = 1,
                       .default_samples = 20,
                       .summary = "GPU to pinned host memory, gated slope, device events",
                       .run = run_d2h,
                       .axes = {.dst = false, .node = true}},
    };
    return cases;
}

}  // namespace hopbench
