#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "harness/model/cell_key.hpp"
#include "harness/model/status.hpp"

namespace hopbench {

/// Per-invocation results of one cell, as parallel arrays: entry i of every array is invocation i.
/// A number that does not exist is NaN here and null in the file; `reason` says why.
struct Invocations {
    std::vector<int> block;
    std::vector<int> position;  ///< place within the block's order
    std::vector<Status> status;
    std::vector<std::uint64_t> count;  ///< samples kept
    std::vector<double> median;        ///< SI unit of the cell
    std::vector<double> p99;           ///< NaN below 100 samples
    std::vector<double> min;
    std::vector<double> max;
    std::vector<std::uint64_t> offset;        ///< first sample in samples.bin, counted in samples
    std::vector<std::uint32_t> binding;       ///< index into Report::bindings
    std::vector<std::uint32_t> placement;     ///< index into Report::placements
    std::vector<std::uint32_t> verification;  ///< index into Report::verifications
    std::vector<std::uint32_t> reason;        ///< index into Report::reasons; 0 is "no reason"

    [[nodiscard]] std::size_t size() const noexcept { return block.size(); }
};

/// One number of one variant, over all its invocations.
struct Cell {
    CellKey key;
    PairClass pair_class = PairClass::unknown_numa;
    std::string unit;  ///< "s", "B/s"
    Better better = Better::lower;
    MarginKind margin_kind = MarginKind::latency;
    double quantum = 0;  ///< resolution of the timer behind the number, in `unit`
    Invocations invocations;
};

}  // namespace hopbench
