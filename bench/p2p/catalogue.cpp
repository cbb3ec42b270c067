#include "bench/p2p/catalogue.hpp"

#include <array>

namespace hopbench {
namespace {

constexpr CaseDefinition step(const char* method, const char* summary) {
    return {.family = "p2p",
            .method = method,
            .version = 1,
            .default_warmup = 0,
            .default_samples = 1,
            .summary = summary,
            .run = nullptr,
            .axes = {.bytes = false},
            .isolated = true};
}

constexpr CaseDefinition bandwidth(const char* method, const char* summary,
                                   void (*run)(CaseContext&), bool unordered) {
    return {.family = "p2p",
            .method = method,
            .version = 1,
            .default_warmup = 1,
            .default_samples = 20,
            .summary = summary,
            .run = run,
            .axes = {.unordered = unordered}};
}

}  // namespace

Catalogue p2p_catalogue() noexcept {
    static constexpr std::array cases{
        step("attributes", "what the driver says of the pair; decides nothing"),
        step("enable", "switches peer access on, both ways"),
        step("ce_push", "a direct peer copy, checked by the destination's owner"),
        step("sm_store", "a kernel's stores into the peer's memory, checked by its owner"),
        bandwidth("ce_write", "bandwidth of peer copies on the source's stream", run_ce_write,
                  false),
        bandwidth("ce_write_bidir", "the same in both directions at once, their sum",
                  run_ce_write_bidir, true),
        bandwidth("sm_write", "bandwidth of a kernel's stores into the peer's memory", run_sm_write,
                  false),
        bandwidth("sm_write_bidir", "the same in both directions at once, their sum",
                  run_sm_write_bidir, true),
    };
    return cases;
}

}  // namespace hopbench
