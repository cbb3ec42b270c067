#pragma once
#include "bench/common/pair.hpp"

namespace hopbench {

/// The cases of hopbench-p2p: capability steps, tried in child processes, and bandwidths.
[[nodiscard]] Catalogue p2p_catalogue() noexcept;

void run_ce_write(CaseContext& context);        ///< copy engine, one direction
void run_ce_write_bidir(CaseContext& context);  ///< copy engines, both directions at once
void run_sm_write(CaseContext& context);        ///< a kernel's stores, one direction
void run_sm_write_bidir(CaseContext& context);  ///< kernels' stores, both directions at once

}  // namespace hopbench
