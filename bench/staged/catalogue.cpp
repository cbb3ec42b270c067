#include "bench/staged/catalogue.hpp"

#include <array>

namespace hopbench {

Catalogue staged_catalogue() noexcept {
    static constexpr std::array cases{CaseDefinition{
        .family = "staged",
        .method = "ring",
        .version = 1,
        .default_warmup = 1,
        .default_samples = 20,
        .summary = "GPU to GPU through a ring of pinned slots, gated slope, device events",
        .run = run_ring,
        .axes = {.node = true}}};
    return cases;
}

}  // namespace hopbench
