#pragma once
#include "bench/common/case_definition.hpp"

namespace hopbench {

/// The cases of hopbench-latency.
[[nodiscard]] Catalogue latency_catalogue() noexcept;

/// One copy, timed by the host: series `completion` and `enqueue`.
void run_oneshot(CaseContext& context);
/// Copies queued behind each other, timed by the device: series `issue_interval`.
void run_issue_interval(CaseContext& context);

}  // namespace hopbench
