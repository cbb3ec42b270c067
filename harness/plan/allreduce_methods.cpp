#include "harness/plan/bandwidth_method.hpp"
#include "harness/plan/case_catalogue.hpp"

namespace hopbench {
namespace {

constexpr std::string_view executable = "hopbench-allreduce";
constexpr std::string_view engine = "nccl/float/sum";

}  // namespace

std::vector<CaseMethod> allreduce_methods() {
    const Sizes small{8, 256, 1024, 4096, 16384, 65536, 262144, mebibyte};
    Sizes all = small;
    for (const std::uint64_t mebibytes : {4, 16, 64}) all.push_back(mebibytes * mebibyte);
    constexpr Repetitions once{.warmup = 0, .samples = 1};
    return {
        {.family = "allreduce",
         .method = "sizes",
         .executable = executable,
         .direction = {},
         .engine = engine,
         .what = "every power of two from 8 B to 64 MiB once, checked at every rank, with NCCL's "
                 "own log and dumps: what it made of the topology",
         .gpus = GpuAxes::collective,
         .once = true,
         .repetitions = {{once, once, once}},
         .hardware = {.startup = 4, .fixed = 2},
         .simulated = {.startup = 0.3, .fixed = 2}},
        {.family = "allreduce",
         .method = "out_of_place",
         .executable = executable,
         .direction = {},
         .engine = engine,
         .what = "ncclAllReduce of floats over the first GPUs named, back to back behind gates: "
                 "the slope between windows, the slowest rank's",
         .gpus = GpuAxes::collective,
         .sizes = {small, all, all},
         .metrics = {{.name = "time",
                      .unit = "s",
                      .margin_kind = MarginKind::allreduce,
                      .what = "time per all-reduce; the maximum over the ranks"}},
         .repetitions = {{{.warmup = 2, .samples = 20},
                          {.warmup = 2, .samples = 50},
                          {.warmup = 2, .samples = 100}}},
         .hardware = {.startup = 4,
                      .fixed = 10e-3,
                      .fixed_per_byte = 2e-9,
                      .each = 1.5e-3,
                      .per_byte = 6e-10},
         .simulated = {.startup = 0.3, .fixed = 20e-3, .fixed_per_byte = 2.8e-8}},
    };
}

}  // namespace hopbench
