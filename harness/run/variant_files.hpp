#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "harness/run/prepared_run.hpp"
#include "harness/run/run_directory.hpp"

namespace hopbench {

/// Throws Error before anything is written: exit 4 for the sysfs fix on the machine itself, exit 2
/// for --topo without a variant that uses it or with a file that cannot be read.
void check_fixes(const RunOptions& options, const std::vector<Variant>& variants);

/// Lays out a scratch root per variant below DIR/sim-root (under simulation), applies the variants'
/// fixes to it, writes DIR/fixes/VARIANT, and completes the variants' environments. The same
/// options give the same files: a resumed run does it again and so repairs what a kill left behind.
void lay_out_variants(PreparedRun& run, const RunDirectory& directory);

/// True nodes by PCI address, of all GPUs whose node is known.
[[nodiscard]] std::map<std::string, int> node_by_bdf(const MachineFacts& facts);

}  // namespace hopbench
