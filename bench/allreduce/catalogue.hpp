#pragma once
#include "bench/common/case_definition.hpp"

namespace hopbench {

/// The cases of hopbench-allreduce.
[[nodiscard]] Catalogue allreduce_catalogue() noexcept;

/// ncclAllReduce, float sum, out of place, one process: series `time`.
void run_out_of_place(CaseContext& context);
/// Every power of two from 8 bytes to 64 MiB once: what NCCL's log says of each size, and that
/// every rank gets the right sum. No series.
void run_sizes(CaseContext& context);

}  // namespace hopbench
