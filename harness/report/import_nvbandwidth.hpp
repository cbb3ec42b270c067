#pragma once
#include <filesystem>

#include "harness/model/report.hpp"

namespace hopbench {

/// Reads the output of nvbandwidth, text or --json (told apart by itself), as a report of kind
/// "import": one cell an entry of a matrix.
///
/// | key       | is                                                                              |
/// |-----------|---------------------------------------------------------------------------------|
/// | family    | "p2p", "hostcopy", "local" or "latency"                                         |
/// | method    | "nvbandwidth-" and the test's name; "_total" behind it where both ways are summed
/// | | metric    | "bandwidth" in B/s, "load_latency" in s | | src, dst  | the way the bytes move,
/// not the way of nvbandwidth's arrows; one of them where   | |           | the other is the host,
/// or all other GPUs                                        | | direction | "push", "pull", "h2d",
/// "d2h", "bidirectional"                                   | | bytes     | the buffer: as printed,
/// else the default of that version; 8 of a latency         | | host_node | the row, where there is
/// more than one                                           |
///
/// nvbandwidth prints one median (or mean) an entry, so a cell has one sample and no p99. An entry
/// "N/A" off the diagonal is a cell "not-supported". Throws Error (exit 2) naming the place when
/// the output is foreign, damaged or cut.
[[nodiscard]] Report import_nvbandwidth(const std::filesystem::path& file);

}  // namespace hopbench
