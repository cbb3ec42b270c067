#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/plan/case_method.hpp"

namespace hopbench {

/// Every method the harness knows, by executable; a new one is one entry in its family's file and
/// one case in its bench.
[[nodiscard]] std::span<const CaseMethod> case_catalogue();

/// nullptr when the catalogue has no such method.
[[nodiscard]] const CaseMethod* find_case_method(std::string_view family, std::string_view method);

/// Seconds a bench needs before its first case: process, driver, contexts, buffers.
[[nodiscard]] double start_seconds(bool simulated, std::size_t gpus) noexcept;

/// Seconds to lay out a variant's scratch root, on the simulated stack.
inline constexpr double simulated_layout_seconds = 0.3;

/// Seconds of one case of `bytes` with these repetitions.
[[nodiscard]] double case_seconds(const CaseMethod& method, bool simulated, std::uint64_t bytes,
                                  Repetitions repetitions) noexcept;

/// The families' entries, in the order of the catalogue.
[[nodiscard]] std::vector<CaseMethod> latency_methods();
[[nodiscard]] std::vector<CaseMethod> p2p_methods();
[[nodiscard]] std::vector<CaseMethod> staged_methods();
[[nodiscard]] std::vector<CaseMethod> hostcopy_methods();
[[nodiscard]] std::vector<CaseMethod> allreduce_methods();

}  // namespace hopbench
