#pragma once
#include <cstddef>
#include <cstdint>

/// What a report may hold. Far above anything a run writes; a damaged or hostile file ends in an
/// error before it takes the memory of the machine.
namespace hopbench::reporting {

constexpr std::uintmax_t max_file_bytes = 2ull << 30;
constexpr std::size_t max_depth = 16;
constexpr std::size_t max_cells = 4'000'000;
constexpr std::size_t max_invocations = 1'000'000;  ///< of one cell
constexpr std::size_t max_header_values = 8'000'000;
/// Of a time in s or a rate in B/s, and of a margin: whatever is computed from it stays finite.
constexpr double max_magnitude = 1e18;
constexpr int max_index = 65535;  ///< GPU or NUMA node

}  // namespace hopbench::reporting
