#pragma once
#include "harness/plan/case_method.hpp"

namespace hopbench {

inline constexpr std::uint64_t mebibyte = 1u << 20;

/// What all bandwidth methods share: a gated slope over large transfers. The hardware cost is that
/// of windows of one and two transfers at `bytes_per_second`.
[[nodiscard]] CaseMethod bandwidth_method(std::string_view family, std::string_view method,
                                          std::string_view executable, double bytes_per_second);

/// 16 MiB in quick (unless `quick` is false), and 64 MiB in standard, and 256 MiB in full.
[[nodiscard]] BySuite<Sizes> bandwidth_sizes(bool quick);

}  // namespace hopbench
