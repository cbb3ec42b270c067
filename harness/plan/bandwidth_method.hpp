#pragma once
#include "harness/plan/case_method.hpp"

namespace hopbench {

inline constexpr std::uint64_t mebibyte = 1u << 20;

/// What a bandwidth method costs, for estimates.
struct BandwidthCost {
    double bytes_per_second = 0;    ///< on hardware: windows of one and two transfers
    double simulated_per_byte = 0;  ///< s: pattern, check and moved bytes, however many samples
};

/// What all bandwidth methods share: a gated slope over large transfers.
[[nodiscard]] CaseMethod bandwidth_method(std::string_view family, std::string_view method,
                                          std::string_view executable, const BandwidthCost& cost);

/// `quick` bytes in the quick suite (0: none), 16 and 64 MiB in standard, and 256 MiB in full.
[[nodiscard]] BySuite<Sizes> bandwidth_sizes(std::uint64_t quick);

}  // namespace hopbench
